import { Badge, Select } from '@mantine/core'
import { ago, EmptyState, ErrorPanel, exactly, Link, PageSkeleton, useCall, WhyButton } from '@millrace/kit/web'
import { IconRoute } from '@tabler/icons-react'
import { lazy, Suspense, useId, useState } from 'react'
import { flowsContract, OF_PEOPLE, type PersonRun, type PersonStay } from '../../contract/index.ts'
import { exitWords } from '../trace/exitWords.ts'
import css from './personFlows.module.css'

const FlowWhy = lazy(() => import('./FlowWhy.tsx'))

const STATES: Record<PersonRun['state'], [color: string, label: string]> = {
  waiting: ['sky', 'Waiting'],
  ready: ['iris', 'Going on'],
  held: ['amber', 'Held'],
  failed: ['red', 'Failed'],
  ended: ['gray', 'Ended'],
}

/** Why a run is where it is, in words. */
const whereOf = (run: PersonRun, place: PersonRun['places'][number]): string => {
  if (place.error) return place.error
  if (run.state === 'waiting' && place.dueAt) return `until ${exactly(place.dueAt)}`
  if (run.state === 'held') return 'until the step can run'
  if (run.state !== 'ended') return `since ${ago(place.enteredAt)}`
  return place.exit ? exitWords(place.exit) : 'went to the end'
}

const nameOf = ({ title, text }: PersonStay) => title || text || 'A step that is no more'

const Why = ({ flowId, personId }: { flowId: number; personId: number }) => (
  <Suspense fallback={<PageSkeleton />}>
    <FlowWhy flowId={flowId} personId={personId} />
  </Suspense>
)

const Run = ({ run, personId }: { run: PersonRun; personId: number }) => {
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  const [color, label] = STATES[run.state]
  return (
    <li className={css.run}>
      <div className={css.head}>
        <Link to={`/flows/${run.flowId}`} className={css.name}>
          {run.flowName || 'Unnamed Flow'}
        </Link>
        <Badge color={color}>{label}</Badge>
        {run.state !== 'ended' && run.flowStatus !== 'on' && <Badge color="gray">Flow is off</Badge>}
        <span className={css.since} title={exactly(run.endedAt ?? run.enteredAt)}>
          {run.endedAt ? `Ended ${ago(run.endedAt)}` : `Entered ${ago(run.enteredAt)}`}
        </span>
        <WhyButton about={run.flowName} isOpen={isOpen} panel={panel} onToggle={() => setOpen(!isOpen)} />
      </div>
      <ul className={css.places}>
        {run.places.map((place) => (
          <li key={place.stepId}>
            <Link to={`/flows/${run.flowId}?step=${place.stepId}`} className={css.step}>
              {nameOf(place)}
            </Link>{' '}
            <span className={css.where}>{whereOf(run, place)}</span>
          </li>
        ))}
      </ul>
      <div id={panel} hidden={!isOpen} className={css.panel}>
        {isOpen && <Why flowId={run.flowId} personId={personId} />}
      </div>
    </li>
  )
}

const Runs = ({ title, runs, personId }: { title: string; runs: readonly PersonRun[]; personId: number }) =>
  runs.length === 0 ? null : (
    <section>
      <h2 className={css.heading}>{title}</h2>
      <ul className={css.list}>
        {runs.map((run) => (
          <Run key={run.id} run={run} personId={personId} />
        ))}
      </ul>
    </section>
  )

/** Any flow of their kind, explained: why they entered or did not. */
const Ask = ({ personId, objectType }: { personId: number; objectType: string }) => {
  const [flowId, setFlow] = useState<number>()
  const { data } = useCall(flowsContract.listFlowNames)
  const flows = (data?.integrations ?? []).filter((flow) => !flow.archived && flow.objectType === objectType)
  if (flows.length === 0) return null
  return (
    <section className={css.ask}>
      <Select
        label={objectType === OF_PEOPLE ? 'Why are they in a flow, or not?' : 'Why is it in a flow, or not?'}
        placeholder="Choose a flow"
        w={320}
        maw="100%"
        searchable
        clearable
        data={flows.map(({ id, name }) => ({ value: String(id), label: name || 'Unnamed Flow' }))}
        value={flowId === undefined ? null : String(flowId)}
        onChange={(id) => setFlow(id ? Number(id) : undefined)}
      />
      {flowId !== undefined && <Why key={flowId} flowId={flowId} personId={personId} />}
    </section>
  )
}

/** The passes of somebody or something through flows, and why any flow took them or did not. */
export const Passes = ({ id, objectType, runs }: { id: number; objectType: string; runs: readonly PersonRun[] }) => (
  <>
    {runs.length === 0 && (
      <EmptyState
        icon={<IconRoute size={22} stroke={1.6} />}
        title="In no flow yet"
        text={
          objectType === OF_PEOPLE
            ? 'When something starts a flow for this person, it shows here: where they stand, and until when.'
            : 'When something starts a flow for it, it shows here: where it stands, and until when.'
        }
      />
    )}
    <Runs title="In these flows now" runs={runs.filter(({ state }) => state !== 'ended')} personId={id} />
    <Runs title="Been through" runs={runs.filter(({ state }) => state === 'ended')} personId={id} />
    <Ask personId={id} objectType={objectType} />
  </>
)

/** The flows that a person is in and where, those that are over, and why any flow took them or did not. */
export default function PersonFlows({ personId }: { personId: number }) {
  const { data, error, refetch } = useCall(
    flowsContract.listPersonFlows,
    { params: { id: personId } },
    { everyMs: 10_000, staleMs: 5_000 },
  )
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  return <Passes id={personId} objectType={OF_PEOPLE} runs={data.runs} />
}
