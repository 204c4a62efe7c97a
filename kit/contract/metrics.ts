import { z } from 'zod'

/** Stretches of time that figures can be asked for by name. */
export const METRIC_PERIODS = [
  'today',
  'yesterday',
  'last7Days',
  'last30Days',
  'last90Days',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'lastQuarter',
  'thisYear',
  'lastYear',
  'allTime',
  'custom',
] as const
/** A stretch of time by its name. */
export const MetricPeriod = z.enum(METRIC_PERIODS)
/** A stretch of time by its name. */
export type MetricPeriod = z.output<typeof MetricPeriod>

/** How finely figures are told. */
export const MetricGrain = z.enum(['hour', 'day', 'week'])
/** How finely figures are told. */
export type MetricGrain = z.output<typeof MetricGrain>

/** Longer stretches, in days, are told more coarsely. */
export const MOST_DAYS = { hour: 31, day: 1100, week: Number.POSITIVE_INFINITY } as const
