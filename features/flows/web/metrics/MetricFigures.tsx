import { ActionIcon, Loader, Tooltip } from '@mantine/core'
import { ago, changeOf, count, FigureStrip, share } from '@millrace/kit/web'
import { IconRefresh } from '@tabler/icons-react'
import type { FlowMetrics } from '../../contract/index.ts'
import css from './metrics.module.css'
import type { useUniques } from './useUniques.ts'

type Props = { metrics: FlowMetrics | undefined; uniques: ReturnType<typeof useUniques> }

const trendOf = (values: number[]) => (values.some((value) => value > 0) ? values : undefined)

const Refresh = ({ isPending, since, refresh }: Props['uniques']) =>
  isPending ? (
    <Loader size={12} role="status" aria-label="Counting people" />
  ) : (
    <Tooltip label={since ? `Counted ${ago(since)}. Count again` : 'Count again'}>
      <ActionIcon size={20} variant="subtle" aria-label="Count people again" onClick={() => void refresh()}>
        <IconRefresh size={13} stroke={1.8} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )

/** The figures above the chart, compared with as much of the time before. */
export const MetricFigures = ({ metrics, uniques }: Props) => {
  const { sum, before, points = [], flows = [] } = metrics ?? {}
  const people = flows.map(({ id }) => uniques.of[id]?.peopleEnteredFlow)
  const areKnown = people.every((value) => value !== undefined)
  const different = people.reduce<number>((all, value) => all + (value ?? 0), 0)
  const rate = sum && sum.entered > 0 ? sum.reachedGoal / sum.entered : undefined
  const was = before && before.sum.entered > 0 ? before.sum.reachedGoal / before.sum.entered : undefined
  const figureOf = (name: 'entered' | 'reachedGoal') => ({
    value: sum && count(sum[name]),
    change: sum && before ? changeOf(sum[name], before.sum[name]) : undefined,
    isGood: Boolean(sum && before && sum[name] >= before.sum[name]),
    trend: trendOf(points.map((point) => point[name])),
  })
  return (
    <FigureStrip
      figures={[
        { label: 'Entered', ...figureOf('entered') },
        {
          label: flows.length > 1 ? 'Different people, flow by flow' : 'Different people',
          value: metrics && (
            <span className={css.people}>
              {areKnown ? count(different) : '…'}
              {flows.length > 0 && <Refresh {...uniques} />}
            </span>
          ),
        },
        { label: 'Reached a goal', ...figureOf('reachedGoal') },
        {
          label: 'Goal rate',
          value: sum && share(sum.reachedGoal, sum.entered),
          change: rate !== undefined && was ? changeOf(rate, was) : undefined,
          isGood: rate !== undefined && was !== undefined && rate >= was,
        },
      ]}
    />
  )
}
