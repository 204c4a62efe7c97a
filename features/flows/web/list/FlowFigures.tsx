import { count, FigureStrip, share, useCall } from '@millrace/kit/web'
import { type ComponentProps, useMemo } from 'react'
import { flowsContract as calls, type FlowGoalMetrics } from '../../contract/index.ts'

type Figures = ComponentProps<typeof FigureStrip>['figures']

/** A flat line at zero says nothing. */
const trendOf = (days: number[]) => (days.some((value) => value > 0) ? days : undefined)

const growth = (now: number, before: number) =>
  before > 0 ? `${now >= before ? '+' : '−'}${Math.abs(((now - before) / before) * 100).toFixed(1)}%` : undefined

const figuresOf = (sum: FlowGoalMetrics | undefined, days: number): Figures => [
  { label: 'People in flows now', value: sum && count(sum.queued) },
  {
    label: `Entered, last ${days} days`,
    value: sum && count(sum.peopleEnteredFlow),
    change: sum && growth(sum.peopleEnteredFlow, sum.before.peopleEnteredFlow),
    isGood: sum !== undefined && sum.peopleEnteredFlow >= sum.before.peopleEnteredFlow,
    trend: sum && trendOf(sum.days.map(({ entered }) => entered)),
  },
  {
    label: 'Reached a goal',
    value: sum && count(sum.peopleReachedGoal),
    change: sum && growth(sum.peopleReachedGoal, sum.before.peopleReachedGoal),
    isGood: sum !== undefined && sum.peopleReachedGoal >= sum.before.peopleReachedGoal,
    trend: sum && trendOf(sum.days.map(({ reachedGoal }) => reachedGoal)),
  },
  { label: 'Goal rate', value: sum && share(sum.peopleReachedGoal, sum.peopleEnteredFlow) },
]

type Props = { days: number; isArchive: boolean; folder: string | undefined }

/** The figures of the flows that the list is of, together: of all pages, whatever is searched for. */
export const FlowFigures = ({ days, isArchive, folder }: Props) => {
  const { data } = useCall(
    calls.sumFlowsPeople,
    { query: { days, archived: isArchive ? 'true' : 'false', ...(folder && { folder }) } },
    { staleMs: 5_000, keepPrevious: true },
  )
  const figures = useMemo(() => figuresOf(data?.metrics, days), [data, days])
  return <FigureStrip figures={figures} />
}
