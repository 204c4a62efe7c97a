import { Drawer, Loader, Select } from '@mantine/core'
import { ago, ErrorPanel, exactly, Link, useCall } from '@millrace/kit/web'
import { useContext, useState } from 'react'
import { flowsContract as calls, type HistoryEvent } from '../../contract/index.ts'
import { addressOf, FlowKind } from '../kind/flowKind.ts'
import type { FlowPanelProps } from '../screens/slots.ts'
import css from './stepPeople.module.css'

type Props = Pick<FlowPanelProps, 'flow' | 'stepName' | 'stepId' | 'onClose'>

const VERBS: Record<HistoryEvent['type'], string> = {
  entered: 'entered',
  left: 'left',
  failed: 'failed at',
  created: 'created the flow',
  edited: 'edited the flow',
  activated: 'activated the flow',
  deactivated: 'deactivated the flow',
  archived: 'archived the flow',
  restored: 'restored the flow',
  'version-restored': 'went back to an earlier version',
  'step-failed': 'stopped at',
  'step-retried': 'tried again',
  shared: 'shared the flow',
}

const Line = ({ event, stepName }: { event: HistoryEvent } & Pick<Props, 'stepName'>) => {
  const objectType = useContext(FlowKind)
  return (
    <li className={css.person}>
      <div className={css.words}>
        <div>
          {event.person ? (
            <Link to={addressOf(objectType, event.person.id)}>
              {event.person.name || event.person.email || `Person ${event.person.id}`}
            </Link>
          ) : (
            (event.member?.name ?? 'Somebody')
          )}{' '}
          {event.type === 'edited' && event.stepId ? 'edited' : VERBS[event.type]}{' '}
          {event.stepId ? `“${stepName(event.stepId)}”` : ''}
          {event.exit ? ` by ${event.exit}` : ''}
        </div>
        <span title={exactly(event.createdAt)}>
          {ago(event.createdAt)}
          {event.error ? ` — ${event.error}` : ''}
        </span>
      </div>
    </li>
  )
}

/** What happened in a flow, newest first. */
export default function FlowHistory({ flow, stepName, stepId, onClose }: Props) {
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined])
  const [only, setOnly] = useState(stepId)
  const steps = Object.values(flow.steps).map(({ id }) => ({ value: String(id), label: stepName(id) }))
  return (
    <Drawer opened onClose={onClose} title="History" size={440}>
      <Select
        aria-label="Of which step"
        placeholder="All steps"
        data={steps}
        value={only === undefined ? null : String(only)}
        searchable
        clearable
        mb={8}
        onChange={(value) => {
          setOnly(value === null ? undefined : Number(value))
          setCursors([undefined])
        }}
      />
      <ul className={css.list}>
        {cursors.map((cursor, index) => (
          <HistoryPage
            key={`${only ?? ''} ${cursor ?? 'first'}`}
            flowId={flow.id}
            stepId={only}
            cursor={cursor}
            stepName={stepName}
            onMore={index === cursors.length - 1 ? (next) => setCursors([...cursors, next]) : undefined}
          />
        ))}
      </ul>
    </Drawer>
  )
}

const HistoryPage = ({
  flowId,
  stepId,
  cursor,
  stepName,
  onMore,
}: Pick<Props, 'stepName'> & {
  flowId: number
  stepId: number | undefined
  cursor?: string | undefined
  onMore?: (cursor: string) => void
}) => {
  const { data, error, isPending, refetch } = useCall(
    calls.getFlowHistory,
    {
      params: { id: flowId },
      query: { limit: 100, ...(cursor && { cursor }), ...(stepId !== undefined && { stepId }) },
    },
    { staleMs: 0, ...(!cursor && { everyMs: 5_000 }) },
  )
  if (error)
    return <ErrorPanel error={{ message: 'Error while loading history events.' }} onRetry={() => void refetch()} />
  if (isPending) return <Loader mx="auto" my={32} />
  const { history, paging } = data
  const { after } = paging
  return (
    <>
      {history.map((event) => (
        <Line key={event.id} event={event} stepName={stepName} />
      ))}
      {!history.length && !cursor && <p className={css.none}>Nothing happened here yet.</p>}
      {after && onMore && (
        <button type="button" className={css.more} onClick={() => onMore(after)}>
          Show earlier
        </button>
      )}
    </>
  )
}
