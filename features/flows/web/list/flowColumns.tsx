import { Tooltip } from '@mantine/core'
import { FolderStar } from '@millrace/folders/web'
import {
  ago,
  count,
  exactly,
  type ListColumn,
  Meter,
  NameCell,
  PersonAvatar,
  Spark,
  StatusDot,
} from '@millrace/kit/web'
import { lazy, Suspense } from 'react'
import type { FlowGoalMetrics, FlowRow, Names } from '../../contract/index.ts'
import { OF_PEOPLE } from '../../contract/subjects.ts'
import css from './flowList.module.css'
import { stateOf } from './stateOf.ts'

const TONES = { Active: 'on', Paused: 'off', Draft: 'draft' } as const

const KindBadge = lazy(() => import('../kind/KindBadge.tsx'))
const TriggerWords = lazy(() => import('./TriggerWords.tsx'))

/** A flow in the list, with its figures and the names of what starts it. */
export type ListedFlow = FlowRow & { metrics: FlowGoalMetrics | undefined; names: Names }

const Trigger = ({ flow }: { flow: ListedFlow }) => {
  const [first] = flow.triggers
  if (!first) return 'Nothing starts it yet'
  return (
    <Suspense fallback={first.preview}>
      <TriggerWords flow={flow} names={flow.names} />
    </Suspense>
  )
}

const Name = ({ flow }: { flow: ListedFlow }) => (
  <NameCell
    to={`/flows/${flow.id}`}
    name={
      flow.color ? (
        <>
          <i className={css.color} style={{ background: flow.color }} />
          {flow.name}
        </>
      ) : (
        flow.name
      )
    }
    beside={
      <>
        {flow.objectType !== OF_PEOPLE && (
          <Suspense fallback={null}>
            <KindBadge objectType={flow.objectType} />
          </Suspense>
        )}
        {!flow.archived && <FolderStar id={flow.id} name={flow.name} />}
      </>
    }
    sub={<Trigger flow={flow} />}
  />
)

const State = ({ flow }: { flow: ListedFlow }) => {
  const state = stateOf(flow)
  const dot = <StatusDot tone={TONES[state]}>{state}</StatusDot>
  if (state !== 'Paused') return dot
  return (
    <Tooltip label={flow.status === 'deactivated-user' ? 'deactivated by user' : flow.status.replace('-', ' ')}>
      <span>{dot}</span>
    </Tooltip>
  )
}

const Trend = ({ flow }: { flow: ListedFlow }) =>
  flow.metrics && flow.metrics.peopleEnteredFlow > 0 ? (
    <Spark
      data={flow.metrics.days.map((day) => day.entered)}
      color={stateOf(flow) === 'Active' ? undefined : 'var(--ink-3)'}
    />
  ) : null

const Goal = ({ flow: { metrics } }: { flow: ListedFlow }) => {
  if (!metrics?.peopleEnteredFlow) return <span className={css.faint}>—</span>
  const rate = metrics.peopleReachedGoal / metrics.peopleEnteredFlow
  return <Meter value={rate} label={`${(rate * 100).toFixed(1)}%`} />
}

const Updated = ({ flow: { updatedAt, updatedBy } }: { flow: ListedFlow }) => (
  <Tooltip label={`${updatedBy ? `${updatedBy.name}, ` : ''}${exactly(updatedAt)}`}>
    <span className={css.updated}>
      {updatedBy && <PersonAvatar id={updatedBy.id} name={updatedBy.name} size={22} />}
      {ago(updatedAt)}
    </span>
  </Tooltip>
)

/** The columns of the list of flows; the server sorts. */
export const FLOW_COLUMNS: readonly ListColumn<ListedFlow>[] = [
  { id: 'name', title: 'Flow', render: (flow) => <Name flow={flow} />, sortBy: ({ name }) => name },
  { id: 'state', title: 'Status', render: (flow) => <State flow={flow} /> },
  {
    id: 'entered',
    title: 'Entered',
    render: ({ metrics }) => (metrics?.peopleEnteredFlow ? count(metrics.peopleEnteredFlow) : '—'),
    align: 'right',
    isWideOnly: true,
  },
  { id: 'trend', title: 'Trend', render: (flow) => <Trend flow={flow} />, isWideOnly: true },
  { id: 'goal', title: 'Reached goal', render: (flow) => <Goal flow={flow} />, isWideOnly: true },
  { id: 'steps', title: 'Steps', render: ({ stepCount }) => stepCount, align: 'right', isWideOnly: 'very' },
  {
    id: 'updatedAt',
    title: 'Updated',
    render: (flow) => <Updated flow={flow} />,
    sortBy: ({ updatedAt }) => updatedAt,
    isDownFirst: true,
    isWideOnly: true,
  },
]
