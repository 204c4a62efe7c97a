import { type DrawnHour, partOf, STEPS, scaleOf } from './HourGrid.tsx'
import css from './hours.module.css'
import { type Doing, meanSaid } from './hourWords.ts'

type Props = { hours: readonly DrawnHour[]; doing: Doing; hasBest: boolean }

/** What colours, bars and frames of the hours of a week stand for. */
export const HourLegend = ({ hours, doing, hasBest }: Props) => {
  const { value, sent } = scaleOf(hours)
  return (
    <p className={css.legend}>
      {value > 0 && (
        <span>
          {doing === 'opens' ? 'Openings' : 'Clicks'} in such an hour on average: 0
          <span className={css.steps} aria-hidden="true">
            {Array.from({ length: STEPS + 1 }, (_, step) => (
              <i key={step} className={css.step} data-step={step} />
            ))}
          </span>
          {meanSaid(value)}
        </span>
      )}
      {hasBest && (
        <span>
          <i className={css.step} data-best aria-hidden="true" />
          Best hours
        </span>
      )}
      {sent > 0 && (
        <span>
          <i className={css.sent} style={partOf(1, 1)} aria-hidden="true" />
          Sent, up to {meanSaid(sent)}
        </span>
      )}
    </p>
  )
}
