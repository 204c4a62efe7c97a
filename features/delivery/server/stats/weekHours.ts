import { wallOf } from '@millrace/kit/contract'
import type { Range } from '@millrace/kit/server'

/** From, and before `to`. */
export type Stretch = Pick<Range, 'from' | 'to'>

/** A stretch of time in which the clock of a zone stands so many minutes ahead of UTC. */
export type Steady = Stretch & { ahead: number }

const MINUTE = 60_000
const QUARTER = 15 * MINUTE
const WEEK = 7 * 24 * 60 * MINUTE
/** Quarters of an hour in a week. */
const QUARTERS = WEEK / QUARTER
/** Hours in a week. */
export const HOURS = QUARTERS / 4
/** The first moment that is counted was a Thursday: so long after the beginning of a Monday. */
const THURSDAY = (3 * QUARTERS) / 7

const aheadAt = (at: number, zone: string): number => {
  const { year, month, day, hour, minute } = wallOf(at, zone)
  return Math.round((Date.UTC(year, month - 1, day, hour, minute) - Math.floor(at / MINUTE) * MINUTE) / MINUTE)
}

/** The quarter of an hour, between two of them, from which on the clock stands as it does at the latter. */
const changeBetween = (from: number, to: number, zone: string): number => {
  const ahead = aheadAt(to, zone)
  let [before, after] = [from, to]
  while (after - before > QUARTER) {
    const middle = before + Math.floor((after - before) / QUARTER / 2) * QUARTER
    if (aheadAt(middle, zone) === ahead) after = middle
    else before = middle
  }
  return after
}

/** Cuts a stretch where the clocks of a zone change. Clocks change at quarters of an hour, and never twice a week. */
export const steadyIn = ({ from, to }: Stretch, zone: string): Steady[] => {
  const stretches: Steady[] = []
  const end = to.getTime()
  let start = from.getTime()
  const close = (at: number) => {
    if (start < at) stretches.push({ from: new Date(start), to: new Date(at), ahead: aheadAt(start, zone) })
    start = at
  }
  for (let at = start; at < end; ) {
    const next = Math.min(at + WEEK, end)
    if (aheadAt(at, zone) !== aheadAt(next, zone)) close(changeBetween(at, next, zone))
    at = next
  }
  close(end)
  return stretches
}

/** How many hours of each hour of the week, Monday's first one first, lie in stretches; of the one under way those quarters that have begun. */
export const hoursIn = (stretches: readonly Steady[]): number[] => {
  const quarters = Array.from({ length: HOURS }, () => 0)
  for (const { from, to, ahead } of stretches) {
    const first = Math.floor((from.getTime() + ahead * MINUTE) / QUARTER)
    const last = Math.ceil((to.getTime() + ahead * MINUTE) / QUARTER)
    const weeks = Math.floor((last - first) / QUARTERS)
    for (const hour of quarters.keys()) quarters[hour]! += weeks * 4
    for (let at = first + weeks * QUARTERS; at < last; at++) quarters[Math.floor(((at + THURSDAY) % QUARTERS) / 4)]!++
  }
  return quarters.map((number) => number / 4)
}
