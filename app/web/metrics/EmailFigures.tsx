import { arrivedOf, type MailFigures, type MailMetrics, sentOf } from '@millrace/delivery/contract'
import { changeOf, count, type Figure, FigureStrip, share } from '@millrace/kit/web'
import { type Counting, clicked, opened } from './mailShares.ts'

type Props = { metrics: MailMetrics | undefined; counting: Counting }

const trendOf = (values: number[]) => (values.some((value) => value > 0) ? values : undefined)

/** The figures above the chart, compared with as much of the time before. */
export const EmailFigures = ({ metrics, counting }: Props) => {
  const { sum, before, points = [] } = metrics ?? {}
  const rate = (label: string, of: (figures: MailFigures) => number, isBad = false, outOf = arrivedOf): Figure => {
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
          value: sum && count(sentOf(sum)),
          change: sum && before ? changeOf(sentOf(sum), sentOf(before.sum)) : undefined,
          isGood: sum !== undefined && before !== null && before !== undefined && sentOf(sum) >= sentOf(before.sum),
          trend: trendOf(points.map(sentOf)),
        },
        rate(counting === 'people' ? 'Opened' : 'Openings', (figures) => opened(figures, counting)),
        rate(counting === 'people' ? 'Clicked' : 'Clicks', (figures) => clicked(figures, counting)),
        // What bounced is a part of what was sent, not of what arrived.
        rate('Bounced', ({ bounced }) => bounced, true, sentOf),
        rate('Unsubscribed', ({ unsubscribed }) => unsubscribed, true),
        rate('Complained', ({ complained }) => complained, true),
      ].map(({ trend, ...figure }, index) => (index < 3 ? { ...figure, trend } : figure))}
    />
  )
}
