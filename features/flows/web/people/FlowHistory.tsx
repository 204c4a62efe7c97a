import { Loader, SegmentedControl, Select } from '@mantine/core'
import { ago, Drawer, ErrorPanel, exactly, Link, useCall } from '@millrace/kit/web'
import { useContext, useState } from 'react'
import { flowsContract as calls, type HistoryEvent } from '../../contract/index.ts'
import { addressOf, FlowKind, useFlowKind } from '../kind/flowKind.ts'
import { SubjectSelect } from '../kind/SubjectSelect.tsx'
import type { FlowPanelProps } from '../screens/slots.ts'
import { exitWords } from '../trace/exitWords.ts'
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
  'step-failed': 'saw everybody fail at',
  'step-retried': 'let people try again at',
  shared: 'shared the flow',
}

const quoted = (name: string) => (name === 'a deleted step' ? name : `“${name}”`)

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
          {event.stepId ? quoted(stepName(event.stepId)) : ''}
          {event.exit ? ` (${exitWords(event.exit)})` : ''}
        </div>
        <span title={exactly(event.createdAt)} data-tone={event.error ? 'bad' : undefined}>
          {ago(event.createdAt)}
          {event.error ? `: ${event.error}` : ''}
        </span>
      </div>
    </li>
  )
}

type About = 'all' | 'people' | 'failed' | 'flow'

/** What the list is narrowed to. */
type Only = { stepId?: number | undefined; personId?: number | undefined; about: About }

const Filters = ({ only, onOnly, steps }: { only: Only; onOnly(only: Only): void; steps: Step[] }) => {
  const { words } = useFlowKind()
  return (
    <div className={css.filters}>
      <SegmentedControl
        aria-label="What happened"
        size="xs"
        value={only.personId === undefined || only.about === 'failed' ? only.about : 'people'}
        onChange={(about) =>
          onOnly({ ...only, about: about as About, ...(about !== 'failed' && { personId: undefined }) })
        }
        data={[
          { value: 'all', label: 'All' },
          { value: 'people', label: capital(words.many) },
          { value: 'failed', label: 'Failures' },
          { value: 'flow', label: 'Edits and issues' },
        ]}
      />
      <Select
        aria-label="Of which step"
        placeholder="All steps"
        data={steps}
        value={only.stepId === undefined ? null : String(only.stepId)}
        searchable
        clearable
        onChange={(value) => onOnly({ ...only, stepId: value === null ? undefined : Number(value) })}
      />
      <SubjectSelect id={only.personId} onChange={(personId) => onOnly({ ...only, personId })} />
    </div>
  )
}

type Step = { value: string; label: string }
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What happened in a flow, newest first; of all, of a step, of somebody, or only what members did. */
export default function FlowHistory({ flow, stepName, stepId, onClose }: Props) {
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined])
  const [only, setOnly] = useState<Only>({ stepId, about: 'all' })
  const steps = Object.values(flow.steps).map(({ id }) => ({ value: String(id), label: stepName(id) }))
  return (
    <Drawer opened open onClose={onClose} title="History" width={440}>
      <Filters
        only={only}
        steps={steps}
        onOnly={(next) => {
          setOnly(next)
          setCursors([undefined])
        }}
      />
      <ul className={css.list}>
        {cursors.map((cursor, index) => (
          <HistoryPage
            key={`${JSON.stringify(only)} ${cursor ?? 'first'}`}
            flowId={flow.id}
            only={only}
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
  only: { stepId, personId, about },
  cursor,
  stepName,
  onMore,
}: Pick<Props, 'stepName'> & {
  flowId: number
  only: Only
  cursor?: string | undefined
  onMore?: ((cursor: string) => void) | undefined
}) => {
  const query = {
    limit: 100,
    ...(cursor && { cursor }),
    ...(stepId !== undefined && { stepId }),
    ...(personId !== undefined && { personId }),
    ...(about !== 'all' && { about }),
  }
  const { data, error, isPending, refetch } = useCall(
    calls.getFlowHistory,
    { params: { id: flowId }, query },
    { staleMs: 0, ...(!cursor && { everyMs: 5_000 }) },
  )
  if (error && !data)
    return <ErrorPanel error={{ message: 'Error while loading history events.' }} onRetry={() => void refetch()} />
  if (isPending) return <Loader mx="auto" my={32} />
  const { history, paging } = data
  const { after } = paging
  return (
    <>
      {history.map((event) => (
        <Line key={event.id} event={event} stepName={stepName} />
      ))}
      {!history.length && !cursor && (
        <li className={css.none}>
          <strong>{about === 'failed' ? 'Nothing failed' : 'Nothing happened here yet'}</strong>
          {stepId === undefined && personId === undefined && about === 'all'
            ? 'Who comes and goes, and what members change, is listed here.'
            : 'Nothing fits what the list is narrowed to.'}
        </li>
      )}
      {after && onMore && (
        <li>
          <button type="button" className={css.more} onClick={() => onMore(after)}>
            Show earlier
          </button>
        </li>
      )}
    </>
  )
}
