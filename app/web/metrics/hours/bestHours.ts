import type { MailHour } from '@millrace/delivery/contract'

/** An hour of the week with what was counted in it: how much, and how often the hour came. */
export type CountedHour = Pick<MailHour, 'weekday' | 'hour' | 'times'> & { value: number }

/** Hours of a weekday, from one and before another, and the part of everything that was counted in them. */
export type BestHours = { weekday: number; from: number; to: number; part: number }

/** What can be said of hours: the best ones, or why none can be named. */
export type Verdict =
  | { is: 'best'; hours: BestHours }
  /** Nothing was counted. */
  | { is: 'none' }
  /** Too little was counted. */
  | { is: 'few'; sum: number }
  /** The time is too short for a weekday to tell of any other. */
  | { is: 'short' }
  /** No hours stand out. */
  | { is: 'even' }

/** So much must have been counted before anything is said of hours. */
export const ENOUGH = 50
const ENOUGH_IN_HOURS = 10
/** One Tuesday says nothing of Tuesdays. */
const ENOUGH_TIMES = 2
/** Two weeks, the last day of which is under way. */
const ENOUGH_TIME = 13 * 24
const MOST_HOURS = 4
/** An hour beside the best one belongs to it where as large a part of it happens in it. */
const LIKE_THE_BEST = 0.6
const TIMES_THE_MEAN = 1.5
/** By so many standard deviations the best hours are above what chance would count in them; 168 hours are compared. */
const ABOVE_CHANCE = 4

/** How much was counted in such an hour on average. */
export const meanOf = ({ value, times }: Pick<CountedHour, 'value' | 'times'>): number =>
  times > 0 ? value / times : 0

const sumOf = (hours: readonly CountedHour[]) => hours.reduce((sum, { value }) => sum + value, 0)
const timesOf = (hours: readonly CountedHour[]) => hours.reduce((sum, { times }) => sum + times, 0)

const beside = (hours: readonly CountedHour[], { weekday, hour }: CountedHour, by: number) =>
  hours.find((one) => one.weekday === weekday && one.hour === hour + by)

/** The hour around which most happens: its neighbours speak for it, so that one odd hour alone does not win. */
const peakOf = (hours: readonly CountedHour[]): CountedHour | undefined => {
  const height = (one: CountedHour) =>
    [-1, 1].reduce((sum, by) => {
      const other = beside(hours, one, by)
      return sum + (other ? meanOf(other) / 4 : 0)
    }, meanOf(one) / 2)
  const heights = hours.map(height)
  return hours[heights.indexOf(Math.max(...heights))]
}

/** The hours around a peak in which about as much happens. */
const around = (hours: readonly CountedHour[], peak: CountedHour): CountedHour[] => {
  const block = [peak]
  const belongs = (one: CountedHour | undefined): one is CountedHour =>
    one !== undefined && meanOf(one) >= LIKE_THE_BEST * meanOf(peak)
  while (block.length < MOST_HOURS) {
    const sides = [beside(hours, block[0]!, -1), beside(hours, block.at(-1)!, 1)].filter(belongs)
    const next = sides.sort((a, b) => meanOf(b) - meanOf(a))[0]
    if (!next) break
    if (next.hour < peak.hour) block.unshift(next)
    else block.push(next)
  }
  return block
}

const standsOut = (block: readonly CountedHour[], hours: readonly CountedHour[]): boolean => {
  const expected = (sumOf(hours) * timesOf(block)) / timesOf(hours)
  const value = sumOf(block)
  return value >= TIMES_THE_MEAN * expected && value - expected >= ABOVE_CHANCE * Math.sqrt(expected)
}

/** The hours of a weekday in which most happens on average, where enough was counted to say so. */
export const bestHours = (hours: readonly CountedHour[]): Verdict => {
  const sum = sumOf(hours)
  if (sum <= 0) return { is: 'none' }
  if (sum < ENOUGH) return { is: 'few', sum }
  if (timesOf(hours) < ENOUGH_TIME) return { is: 'short' }
  const peak = peakOf(hours)
  const block = peak ? around(hours, peak) : []
  if (block.some(({ times }) => times < ENOUGH_TIMES)) return { is: 'short' }
  if (sumOf(block) < ENOUGH_IN_HOURS || !standsOut(block, hours)) return { is: 'even' }
  const [first, last] = [block[0]!, block.at(-1)!]
  return {
    is: 'best',
    hours: { weekday: first.weekday, from: first.hour, to: last.hour + 1, part: sumOf(block) / sum },
  }
}

/** Whether an hour is one of the best. */
export const isWithin = ({ weekday, hour }: Pick<MailHour, 'weekday' | 'hour'>, best: BestHours | undefined): boolean =>
  best !== undefined && weekday === best.weekday && hour >= best.from && hour < best.to
