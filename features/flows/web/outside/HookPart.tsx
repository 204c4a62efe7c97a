import { Button } from '@mantine/core'
import { ago, ConfirmDialog, ErrorPanel, useCall, useMutate } from '@millrace/kit/web'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { flowsContract as calls, type Delivery } from '../../contract/index.ts'
import { Copied, Hint } from '../inspector/parts.tsx'
import css from './outside.module.css'

const WORDS: Record<Delivery['state'], string> = { taken: 'Taken', kept: 'Kept', refused: 'Refused' }

const DeliveryLine = ({ stepId, delivery }: { stepId: number; delivery: Delivery }) => {
  const replay = useMutate(calls.replayStepDelivery, {
    success: ({ delivery: taken }) => (taken.state === 'taken' ? 'Taken again.' : (taken.why ?? 'Refused again.')),
    invalidates: [calls.getStepHook],
  })
  const who = delivery.person?.email ?? delivery.person?.name
  return (
    <li>
      <strong>{who || WORDS[delivery.state]}</strong>
      {who ? `${WORDS[delivery.state]}, ${ago(delivery.receivedAt)}` : ago(delivery.receivedAt)}
      {delivery.why && `: ${delivery.why}`}
      <details>
        <summary>What was delivered</summary>
        <pre className={css.answer}>{delivery.body}</pre>
        {delivery.isReadable ? (
          <Button
            variant="default"
            size="xs"
            mt={6}
            leftSection={<IconRefresh size={14} />}
            loading={replay.isPending}
            onClick={() => replay.mutate({ params: { id: stepId, deliveryId: delivery.id } })}
          >
            Take it again
          </Button>
        ) : (
          <Hint>It cannot be taken again. Have it sent anew, as JSON.</Hint>
        )}
      </details>
    </li>
  )
}

/** The address of the step to be copied, and what was delivered there. */
export const HookPart = ({ stepId, onArrived }: { stepId: number; onArrived(): void }) => {
  const [isAsking, setAsking] = useState(false)
  const { data, error, refetch } = useCall(
    calls.getStepHook,
    { params: { id: stepId } },
    { everyMs: 4_000, staleMs: 0 },
  )
  const rotate = useMutate(calls.rotateStepHook, {
    success: 'The address was replaced.',
    invalidates: [calls.getStepHook],
  })
  const received = data?.received
  const before = useRef(received)
  useEffect(() => {
    if (before.current !== undefined && received !== before.current) onArrived()
    before.current = received
  }, [received, onArrived])
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return null
  return (
    <section style={{ display: 'grid', gap: 10 }}>
      <Copied text={data.address} label="Copy the address" />
      <Hint>
        {data.received
          ? `${data.received} delivered, the last ${ago(data.lastAt ?? '')}`
          : 'Waiting for the first delivery. POST some JSON to it.'}
      </Hint>
      {data.deliveries.length > 0 && (
        <ul className={css.calls}>
          {data.deliveries.slice(0, 5).map((delivery) => (
            <DeliveryLine key={delivery.id} stepId={stepId} delivery={delivery} />
          ))}
        </ul>
      )}
      <Button variant="default" size="xs" style={{ justifySelf: 'start' }} onClick={() => setAsking(true)}>
        Replace the address
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title="Replace the address?"
        confirm="Replace"
        danger
        onConfirm={() => rotate.mutate({ params: { id: stepId } })}
        onClose={() => setAsking(false)}
      >
        Whoever delivers to the present address is refused at once, until they are told the new one.
      </ConfirmDialog>
    </section>
  )
}
