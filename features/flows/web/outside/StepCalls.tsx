import { Button } from '@mantine/core'
import { ago, ErrorPanel, useCall, useMay } from '@millrace/kit/web'
import { useState } from 'react'
import { flowsContract as calls, type StepCall } from '../../contract/index.ts'
import { Copied, Hint, Part, Wrong } from '../inspector/parts.tsx'
import css from './outside.module.css'

const times = (attempts: number) => (attempts === 1 ? '1 try' : `${attempts} tries`)

const lineOf = ({ state, status, error, attempts, dueAt, endedAt }: StepCall): string => {
  if (state === 'answered') return `Answered ${status}, ${ago(endedAt ?? '')}`
  if (state === 'failed') return `${error ?? 'Failed'} ${times(attempts)}, ${ago(endedAt ?? '')}`
  if (state === 'calling') return 'Is being called'
  if (!attempts) return 'Waits for its turn'
  return `${error ?? `Answered ${status}.`} Tried again ${dueAt ? ago(dueAt) : 'when the flow is on'}`
}

/** The latest calls of a step, and what is wrong with their destinations. */
export const StepCalls = ({ stepId }: { stepId: number }) => {
  const input = { params: { id: stepId }, query: { limit: 10 } }
  const { data, error, refetch } = useCall(calls.listStepCalls, input, { everyMs: 5_000, staleMs: 0 })
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const notices = data.hosts.flatMap(({ notice }) => notice ?? [])
  return (
    <Part title="Calls">
      {data.stopped && <Wrong>{data.stopped} Calls have stopped; save the step to start them again.</Wrong>}
      {notices.map((notice) => (
        <Wrong key={notice}>{notice}</Wrong>
      ))}
      {data.calls.length ? (
        <ul className={css.calls}>
          {data.calls.map((call) => (
            <li key={call.id}>
              <strong>{call.person?.email ?? (call.person?.name || 'Somebody who is gone')}</strong>
              {lineOf(call)}
            </li>
          ))}
        </ul>
      ) : (
        <Hint>Nobody has come here yet.</Hint>
      )}
    </Part>
  )
}

/** The secret with which the receiver checks that calls are ours, shown on demand. */
export const SigningSecret = ({ stepId }: { stepId: number }) => {
  const [isShown, setShown] = useState(false)
  const may = useMay('flows:write')
  const { data, error } = useCall(calls.readStepSigningSecret, { params: { id: stepId } }, { enabled: isShown })
  if (!may) return null
  return (
    <Part title="Signature">
      <Hint>Calls are signed by Standard Webhooks, and every try of a call carries the same Idempotency-Key.</Hint>
      {!isShown && (
        <Button variant="default" onClick={() => setShown(true)}>
          Show the signing secret
        </Button>
      )}
      {error && <Wrong>{error.message}</Wrong>}
      {data && <Copied text={data.secret} label="Copy the secret" />}
    </Part>
  )
}
