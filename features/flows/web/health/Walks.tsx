import { count, ProgressBar, told, useMay, useMutate } from '@millrace/kit/web'
import { useEffect, useRef } from 'react'
import { flowsContract as calls, type FlowWalk } from '../../contract/index.ts'
import type { FlowSlotProps } from '../screens/slots.ts'
import css from './health.module.css'
import { useFlowState } from './useFlowState.ts'

const DOING: Record<FlowWalk['kind'], string> = {
  retry: 'Trying again',
  skip: 'Skipping the wait',
  remove: 'Removing from the flow',
  clear: 'Moving off a deleted step',
  release: 'Letting go on',
  recompute: 'Applying the new wait',
  retrigger: 'Sending along a new link',
}
const ORDERED: readonly FlowWalk['kind'][] = ['retry', 'skip', 'remove']

type Props = Pick<FlowSlotProps, 'stepName'> & { walk: FlowWalk; onStop?: (() => void) | undefined }

const WalkLine = ({ walk, stepName, onStop }: Props) => {
  const { kind, stepId, moved, total } = walk
  const doing = stepId === null || kind === 'clear' ? DOING[kind] : `${DOING[kind]} at “${stepName(stepId)}”`
  return (
    <li>
      <div className={css.walkHead}>
        <span>{doing}</span>
        {onStop && (
          <button type="button" onClick={onStop} aria-label={`Stop: ${doing}`}>
            Stop
          </button>
        )}
      </div>
      <ProgressBar label={doing} done={moved} total={total ?? undefined} />
      <small>{total ? `${count(moved)} of ${count(total)}` : `${count(moved)} so far`}</small>
    </li>
  )
}

/** Work on many people of the flow that is under way: how far it is. Says so when it is done. */
export default function Walks({ flow, stepName, isReadOnly }: FlowSlotProps) {
  const { walks } = useFlowState(flow.id)
  const mayWrite = useMay('flows:write') && !isReadOnly
  const stop = useMutate(calls.stopFlowWalk, {
    invalidates: [calls.getFlowState],
    success: 'Stopped. What was done stays done.',
  })
  const before = useRef<readonly FlowWalk[]>([])
  const stopped = useRef(new Set<number>())
  useEffect(() => {
    for (const { id, kind } of before.current)
      if (!walks.some((walk) => walk.id === id) && !stopped.current.has(id)) told.success(`${DOING[kind]}: done.`)
    before.current = walks
  }, [walks])
  if (!walks.length) return null
  const stopWalk = (walkId: number) => {
    stopped.current.add(walkId)
    stop.mutate({ params: { id: flow.id, walkId } })
  }
  return (
    <section className={css.walks} aria-label="Work on many at once">
      <ul>
        {walks.slice(0, 3).map((walk) => (
          <WalkLine
            key={walk.id}
            walk={walk}
            stepName={stepName}
            onStop={mayWrite && ORDERED.includes(walk.kind) ? () => stopWalk(walk.id) : undefined}
          />
        ))}
      </ul>
    </section>
  )
}
