import { count, plural, share, shortCount } from '@millrace/kit/web'
import { type BestHours, ENOUGH, meanOf, type Verdict } from './bestHours.ts'

/** What readers do that hours are told of. */
export type Doing = 'opens' | 'clicks'

/** Weekdays in their order, Monday first. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const VERBS: Record<Doing, string> = { opens: 'open', clicks: 'click' }
const NOUNS: Record<Doing, string> = { opens: 'opening', clicks: 'click' }

/** `09:00` */
export const clockOf = (hour: number): string => `${String(hour % 24).padStart(2, '0')}:00`

/** `Tuesday, 09:00 to 10:00` */
export const hourName = (weekday: number, hour: number): string =>
  `${WEEKDAYS[weekday - 1]}, ${clockOf(hour)} to ${clockOf(hour + 1)}`

/** An average as it fits into a cell: `1.2K`, `84`, `3.8`; nothing for nothing. */
export const meanSaid = (mean: number): string => {
  if (mean === 0) return ''
  if (mean >= 10) return shortCount(Math.round(mean))
  if (mean < 0.05) return '<0.1'
  return mean % 1 === 0 ? String(mean) : mean.toFixed(1)
}

type Drawn = { weekday: number; hour: number; times: number; value: number; sent: number }

/** An hour in a sentence. */
export const hourSaid = ({ weekday, hour, times, value, sent }: Drawn, doing: Doing): string => {
  const name = hourName(weekday, hour)
  if (times === 0) return `${name}: did not come in these days`
  const mean = meanOf({ value, times })
  const done = `${plural(value, NOUNS[doing])}${mean > 0 ? `, ${meanSaid(mean)} on average` : ''}`
  return `${name}: ${done}; ${count(sent)} sent; came ${plural(times, 'time')}`
}

const hoursWords = ({ weekday, from, to }: BestHours) =>
  `on ${WEEKDAYS[weekday - 1]}s from ${from} to ${to === 24 ? 'midnight' : to}`

/** Mail is opened soon after it came, whenever that is. */
const SOON = 2

/** Whether readers are there when mail comes, or shortly after. */
const followsSending = (read: BestHours, sent: BestHours): boolean =>
  read.weekday === sent.weekday && read.from < sent.to + SOON && read.to > sent.from

const ofBest = (best: BestHours, sent: Verdict, doing: Doing): string => {
  const said = `Readers ${VERBS[doing]} most ${hoursWords(best)}: ${share(best.part, 1)} of all ${NOUNS[doing]}s.`
  if (sent.is !== 'best') return said
  if (!followsSending(best, sent.hours)) return `${said} You send most ${hoursWords(sent.hours)}.`
  return `${said} That is when you send most, or soon after: what goes out at other hours shows whether they would read it then, too.`
}

/** The best hours in words, or why none are named yet. */
export const hoursSaid = (read: Verdict, sent: Verdict, doing: Doing): string => {
  switch (read.is) {
    case 'best':
      return ofBest(read.hours, sent, doing)
    case 'none':
      return `Nobody has ${doing === 'opens' ? 'opened' : 'clicked'} anything in these days. Bars show when mail was sent.`
    case 'few':
      return `${plural(read.sum, NOUNS[doing])} in these days: from ${ENOUGH} on, the best hours are named here.`
    case 'short':
      return 'One week does not tell what readers do every week: choose two weeks or more, and the best hours are named here.'
    case 'even':
      return `No hours stand out: readers ${VERBS[doing]} about as much at others.`
  }
}

/** That a stretch was cut to its end, and what to do about it; nothing where all of it is told. */
export const cutSaid = (days: number | null): string =>
  days === null ? '' : `These are the last ${days} days alone: choose fewer emails or flows to see more of this time.`
