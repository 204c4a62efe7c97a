import type { MailFigures, MailMetrics } from '@millrace/delivery/contract'
import { changeOf, count, type Figure, FigureStrip, share } from '@millrace/kit/web'
import { arrived, type Counting, clicked, left, opened } from './mailShares.ts'

type Props = { metrics: MailMetrics | undefined; counting: Counting }

const trendOf = (values: number[]) => (values.some((value) => value > 0) ? values : undefined)

/** The figures above the chart, compared with as much of the time before. */
export const EmailFigures = ({ metrics, counting }: Props) => {
  const { sum, before, points = [] } = metrics ?? {}
  const rate = (label: string, of: (figures: MailFigures) => number, isBad = false, outOf = arrived): Figure => {
    const now = sum && outOf(sum) > 0 ? of(sum) / outOf(sum) : undefined
    const was = before && outOf(before.sum) > 0 ? of(before.sum) / outOf(before.sum) : undefined
    return {
      label,
      value: sum && (
        <span title={count(of(sum))}>{counting === 'people' ? share(of(sum), outOf(sum)) : count(of(sum))}</span>
      ),
      change: now !== undefined && was !== undefined ? changeOf(now, was) : undefined,
      isGood: now !== undefined && was !== undefined && now >= was !== isBad,
      trend: trendOf(points.map(of)),
    }
  }
  return (
    <FigureStrip
      figures={[
        {
          label: 'Sent',
          value: sum && count(sum.accepted),
          change: sum && before ? changeOf(sum.accepted, before.sum.accepted) : undefined,
          isGood: sum !== undefined && before !== null && before !== undefined && sum.accepted >= before.sum.accepted,
          trend: trendOf(points.map(({ accepted }) => accepted)),
        },
        rate(counting === 'people' ? 'Opened' : 'Openings', (figures) => opened(figures, counting)),
        rate(counting === 'people' ? 'Clicked' : 'Clicks', (figures) => clicked(figures, counting)),
        // What bounced is a part of what was sent, not of what arrived.
        rate('Bounced', ({ bounced }) => bounced, true, left),
        rate('Unsubscribed', ({ unsubscribed }) => unsubscribed, true),
        rate('Complained', ({ complained }) => complained, true),
      ].map(({ trend, ...figure }, index) => (index < 3 ? { ...figure, trend } : figure))}
    />
  )
}
