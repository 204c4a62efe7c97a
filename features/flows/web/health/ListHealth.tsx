import { Button } from '@mantine/core'
import { ago, Banner, Drawer, Link, plural, useCall, useMay, useMutate } from '@millrace/kit/web'
import { useState } from 'react'
import { flowsContract as calls, type FlowsHealth } from '../../contract/index.ts'
import { useWordsOf } from '../kind/flowKind.ts'
import css from './health.module.css'
import { wordsOfTrouble } from './troubleWords.ts'

const EVERY_MS = 30_000

const Flow = ({ flow }: { flow: FlowsHealth['flows'][number] }) => {
  const words = useWordsOf(flow.objectType)
  return (
    <li className={css.issue} data-tone="bad">
      <strong>
        <Link to={`/flows/${flow.id}`} search={{ panel: 'health' }}>
          {flow.name}
        </Link>
      </strong>
      {flow.troubles.map((trouble) => {
        const { title, text, facts } = wordsOfTrouble(trouble, () => undefined, words)
        return (
          <p key={`${trouble.code} ${trouble.stepId}`}>
            {title}. {text} <small>{facts}</small>
          </p>
        )
      })}
    </li>
  )
}

const Parked = ({ parked }: { parked: FlowsHealth['parked'] }) => {
  const mayWrite = useMay('flows:write')
  const retry = useMutate(calls.retryParkedChanges, {
    invalidates: [calls.getFlowsHealth],
    success: ({ given }) => `${plural(given, 'change is', 'changes are')} tried again.`,
  })
  return (
    <li className={css.issue} data-tone="warn">
      <strong>
        {plural(
          parked.reduce((sum, { changes }) => sum + changes, 0),
          'change',
          'changes',
        )}{' '}
        could not be taken
      </strong>
      <p>Something happened that no flow or segment could make anything of, so it started nothing. All else goes on.</p>
      {parked.map(({ kind, reason, changes, lastAt }) => (
        <p key={`${kind} ${reason}`}>
          <code>{kind}</code> {reason}{' '}
          <small>
            {plural(changes, 'change', 'changes')}, the last {ago(lastAt)}
          </small>
        </p>
      ))}
      <small>They are tried again whenever the server starts, and forgotten after 30 days.</small>
      {mayWrite && (
        <div className={css.actions}>
          <Button size="compact-sm" variant="default" loading={retry.isPending} onClick={() => retry.mutate({})}>
            Try again
          </Button>
        </div>
      )}
    </li>
  )
}

/** Says above the list of flows that something goes wrong in some of them, and what; not there while all is well. */
export default function ListHealth() {
  const { data } = useCall(calls.getFlowsHealth, {}, { staleMs: EVERY_MS, everyMs: EVERY_MS })
  const [isOpen, setOpen] = useState(false)
  if (!data) return null
  const { flows, parked } = data.health
  const what = [
    ...(flows.length ? [`Something goes wrong in ${plural(flows.length, 'flow', 'flows')}.`] : []),
    ...(parked.length ? ['Some changes could not be taken.'] : []),
  ]
  return (
    <>
      {what.length > 0 && (
        <Banner
          tone="bad"
          action={
            <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
              Look at it
            </Button>
          }
        >
          {what.join(' ')}
        </Banner>
      )}
      <Drawer opened={isOpen} onClose={() => setOpen(false)} title="How your flows are doing" width={440}>
        <ul className={css.issues}>
          {flows.map((flow) => (
            <Flow key={flow.id} flow={flow} />
          ))}
          {parked.length > 0 && <Parked parked={parked} />}
          {!what.length && <li>All is well.</li>}
        </ul>
      </Drawer>
    </>
  )
}
