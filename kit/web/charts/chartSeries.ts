/** A line of figures in a chart, a value for each point. */
export type ChartSeries = {
  id: string
  /** What it counts: "Entered". */
  label: string
  /** A colour of the tokens: `var(--c-action)`. */
  color: string
  values: readonly number[]
  /** The same of the time before, point by point. */
  before?: readonly number[] | undefined
}

/** All values of some series that a scale must hold. */
export const highestOf = (series: readonly ChartSeries[]): number => {
  let most = 0
  for (const { values, before = [] } of series) for (const value of [...values, ...before]) most = Math.max(most, value)
  return most
}

/** By how much something changed, in words: `+6.2%`; undefined where there was nothing before. */
export const changeOf = (now: number, before: number): string | undefined =>
  before > 0 ? `${now >= before ? '+' : '−'}${Math.abs(((now - before) / before) * 100).toFixed(1)}%` : undefined
