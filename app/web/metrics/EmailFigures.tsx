import type { MailFigures, MailMetrics } from '@millrace/delivery/contract'
import { changeOf, count, type Figure, FigureStrip, share } from '@millrace/kit/web'
import { arrived, type Counting, clicked, opened } from './mailShares.ts'

type Props = { metrics: MailMetrics | undefined; counting: Counting }

const trendOf = (values: number[]) => (values.some((value) => value > 0) ? values : undefined)

/** The figures above the chart, compared with as much of the time before. */
export const EmailFigures = ({ metrics, counting }: Props) => {
  const { sum, before, points = [] } = metrics ?? {}
  const rate = (label: string, of: (figures: MailFigures) => number, isBad = false): Figure => {
    const now = sum && arrived(sum) > 0 ? of(sum) / arrived(sum) : undefined
    const was = before && arrived(before.sum) > 0 ? of(before.sum) / arrived(before.sum) : undefined
    return {
      label,
      value: sum && (
        <span title={count(of(sum))}>{counting === 'people' ? share(of(sum), arrived(sum)) : count(of(sum))}</span>
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
        rate('Bounced', ({ bounced }) => bounced, true),
        rate('Unsubscribed', ({ unsubscribed }) => unsubscribed, true),
        rate('Complained', ({ complained }) => complained, true),
      ].map(({ trend, ...figure }, index) => (index < 3 ? { ...figure, trend } : figure))}
    />
  )
}
