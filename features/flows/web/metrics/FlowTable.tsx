import { count, type ListColumn, Meter, MetricsTable, Rise, Skeleton, share } from '@millrace/kit/web'
import { useMemo } from 'react'
import type { FlowMetrics } from '../../contract/index.ts'

type Row = FlowMetrics['flows'][number]
type Counts = Record<string, { peopleEnteredFlow: number; peopleReachedGoal: number } | undefined>

type Props = { flows: readonly Row[]; people: Counts; isCounting: boolean; to: (id: number) => string }

const People = ({ value, isCounting }: { value: number | undefined; isCounting: boolean }) => {
  if (value !== undefined) return count(value)
  return isCounting ? <Skeleton width={36} /> : '—'
}

const columnsOf = (people: Counts, isCounting: boolean): ListColumn<Row>[] => [
  {
    id: 'entered',
    title: 'Entered',
    align: 'right',
    width: 140,
    isDownFirst: true,
    sortBy: ({ sum }) => sum.entered,
    render: ({ sum, before }) => (
      <>
        {count(sum.entered)}
        <Rise now={sum.entered} before={before?.entered} />
      </>
    ),
  },
  {
    id: 'people',
    title: 'Different people',
    align: 'right',
    width: 130,
    isDownFirst: true,
    isWideOnly: true,
    sortBy: ({ id }) => people[id]?.peopleEnteredFlow ?? -1,
    render: ({ id }) => <People value={people[id]?.peopleEnteredFlow} isCounting={isCounting} />,
  },
  {
    id: 'goal',
    title: 'Reached a goal',
    align: 'right',
    width: 150,
    isDownFirst: true,
    sortBy: ({ sum }) => sum.reachedGoal,
    render: ({ sum, before }) => (
      <>
        {count(sum.reachedGoal)}
        <Rise now={sum.reachedGoal} before={before?.reachedGoal} />
      </>
    ),
  },
  {
    id: 'rate',
    title: 'Goal rate',
    align: 'right',
    width: 150,
    isDownFirst: true,
    isWideOnly: true,
    sortBy: ({ sum }) => (sum.entered ? sum.reachedGoal / sum.entered : -1),
    render: ({ sum }) =>
      sum.entered ? <Meter value={sum.reachedGoal / sum.entered} label={share(sum.reachedGoal, sum.entered)} /> : '—',
  },
  {
    id: 'queued',
    title: 'In it now',
    align: 'right',
    width: 100,
    isDownFirst: true,
    isWideOnly: true,
    sortBy: ({ queued }) => queued,
    render: ({ queued }) => count(queued),
  },
]

/** The flows one by one; a press shows one alone. */
export const FlowTable = ({ flows, people, isCounting, to }: Props) => {
  const columns = useMemo(() => columnsOf(people, isCounting), [people, isCounting])
  const sorted = useMemo(() => flows.toSorted((a, b) => b.sum.entered - a.sum.entered), [flows])
  return <MetricsTable noun="Flow" rows={sorted} columns={columns} to={to} />
}
