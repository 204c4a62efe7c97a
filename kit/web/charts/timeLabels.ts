/** What a point of a chart is called: short below it, and whole where it is read alone. */
export type ChartLabel = { short: string; whole: string }

/** How long the slices of a chart over time are. */
export type ChartGrain = 'hour' | 'day' | 'week'

const format = (zone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hourCycle: 'h23', ...options })

const DAY = { day: 'numeric', month: 'short' } as const

/** Names of slices of time that begin then, by the clock of a zone. */
export const timeLabels = (starts: readonly string[], grain: ChartGrain, zone: string): ChartLabel[] => {
  const isLong = starts[0] && starts.at(-1) && starts[0].slice(0, 4) !== starts.at(-1)?.slice(0, 4) && grain === 'week'
  const day = format(zone, isLong ? { ...DAY, year: '2-digit' } : DAY)
  const clock = format(zone, { hour: '2-digit', minute: '2-digit' })
  const whole = format(zone, { weekday: 'short', ...DAY, year: 'numeric' })
  const days = new Set<string>()
  return starts.map((start) => {
    const at = new Date(start)
    if (grain === 'hour') {
      const isNew = !days.has(day.format(at))
      days.add(day.format(at))
      return {
        short: isNew && days.size > 1 ? day.format(at) : clock.format(at),
        whole: `${whole.format(at)}, ${clock.format(at)}`,
      }
    }
    return { short: day.format(at), whole: grain === 'week' ? `Week from ${whole.format(at)}` : whole.format(at) }
  })
}
