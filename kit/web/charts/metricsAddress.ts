import { METRIC_PERIODS, type MetricPeriod } from '../../contract/index.ts'
import { param } from '../address/addressShape.ts'

/** What all screens of figures say in their addresses; each adds its own. */
export const METRICS_PARAMS = {
  /** Numbers of flows, by comma. */
  flowsIds: param.text(),
  metricsPeriod: param.oneOf(METRIC_PERIODS, 'last30Days'),
  startDate: param.text(),
  endDate: param.text(),
  granularity: param.oneOf(['hour', 'day', 'week']),
}

type Said = { metricsPeriod: MetricPeriod; startDate?: string; endDate?: string }

const DAY = /^\d{4}-\d{2}-\d{2}$/
const isDay = (text: string | undefined): text is string => text !== undefined && DAY.test(text)

/** The numbers in a list by comma. */
export const idsIn = (text: string | undefined): number[] =>
  (text ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0)

/** The days that an address is about, as calls take them: by the clock of this browser. */
export const metricsDays = ({ metricsPeriod, startDate, endDate }: Said) => ({
  ...(metricsPeriod === 'custom' && isDay(startDate) && isDay(endDate)
    ? { period: 'custom' as const, startDate, endDate }
    : { period: metricsPeriod === 'custom' ? ('last30Days' as const) : metricsPeriod }),
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})

/** The same days in another screen's address, about what else is said. */
export const metricsPath = (
  path: string,
  { metricsPeriod, startDate, endDate }: Said,
  more: Readonly<Record<string, string | undefined>>,
): string => {
  const search = new URLSearchParams()
  const said = {
    ...more,
    metricsPeriod: metricsPeriod === 'last30Days' ? undefined : metricsPeriod,
    ...(metricsPeriod === 'custom' && { startDate, endDate }),
  }
  for (const [name, value] of Object.entries(said)) if (value) search.set(name, value)
  return search.size ? `${path}?${search.toString().replaceAll('%2C', ',')}` : path
}
