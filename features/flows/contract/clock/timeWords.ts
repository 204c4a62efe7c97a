import { type Wall, wallOf, weekdayOf } from '@millrace/kit/contract'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const two = (part: number) => String(part).padStart(2, '0')

/** `Mon 23 Nov 2026`. */
export const dayInWords = (day: Wall): string =>
  `${DAYS[weekdayOf(day) - 1]?.slice(0, 3)} ${day.day} ${MONTHS[day.month - 1]?.slice(0, 3)} ${day.year}`

/** `22 November`. */
export const dateInWords = ({ day, month }: Wall): string => `${day} ${MONTHS[month - 1]}`

/** `Mon 23 Nov 2026 at 09:00`, on the clock of a zone. */
export const momentInWords = (at: Date, zone: string): string => {
  const wall = wallOf(at.getTime(), zone)
  return `${dayInWords(wall)} at ${two(wall.hour)}:${two(wall.minute)}`
}

/** Names of days as a list: `Monday and Friday`; `a weekday`, `any day` where they are just those. */
export const weekdaysInWords = (weekdays: readonly number[]): string => {
  const sorted = [...new Set(weekdays)].sort((a, b) => a - b)
  const all = sorted.join('')
  if (all === '1234567') return 'any day'
  if (all === '12345') return 'weekdays'
  if (all === '67') return 'the weekend'
  const names = sorted.map((day) => DAYS[day - 1] ?? '')
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

const WRITTEN = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/

/** A moment as it is written, on the clock of its own offset: `3 December 2026 at 09:00`, with `UTC` where it says so. */
export const writtenMoment = (iso: string): string => {
  const parts = WRITTEN.exec(iso)
  if (!parts) return iso
  const [year = 0, month = 0, day = 0] = parts.slice(1, 4).map(Number)
  return `${day} ${MONTHS[month - 1]} ${year} at ${parts[4]}:${parts[5]}${iso.endsWith('Z') ? ' UTC' : ''}`
}
