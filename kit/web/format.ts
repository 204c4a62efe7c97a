const number = new Intl.NumberFormat('en-US')
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const dayYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const full = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** `12,840` */
export const count = (value: number): string => number.format(value)

/** `12.8K` */
export const shortCount = (value: number): string => compact.format(value)

/** `34.2%`; a dash where there is nothing to divide by. */
export const share = (part: number, whole: number): string =>
  whole > 0 ? `${((part / whole) * 100).toFixed(1)}%` : '—'

/** `1 person`, `2 people` */
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`

const asDate = (at: string | Date): Date => (typeof at === 'string' ? new Date(at) : at)

/** `just now`, `4m ago`, `2h ago`, `Yesterday`, `12 Nov`, `12 Nov 2025` */
export const ago = (at: string | Date, now = new Date()): string => {
  const then = asDate(at)
  const seconds = (now.getTime() - then.getTime()) / 1000
  if (seconds < 0) return ahead(then, now)
  if (seconds < 45) return 'just now'
  if (seconds < 3600) return `${Math.max(1, Math.round(seconds / 60))}m ago`
  if (seconds < 86_400) return `${Math.round(seconds / 3600)}h ago`
  if (seconds < 172_800) return 'Yesterday'
  if (seconds < 7 * 86_400) return `${Math.floor(seconds / 86_400)} days ago`
  return then.getFullYear() === now.getFullYear() ? day.format(then) : dayYear.format(then)
}

const ahead = (then: Date, now: Date): string => {
  const seconds = (then.getTime() - now.getTime()) / 1000
  if (seconds < 60) return `in ${Math.ceil(seconds)}s`
  if (seconds < 3600) return `in ${Math.round(seconds / 60)}m`
  if (seconds < 86_400) return `in ${Math.round(seconds / 3600)}h`
  if (seconds < 7 * 86_400) return `in ${Math.round(seconds / 86_400)} days`
  return dayYear.format(then)
}

/** `21 Nov 2026, 10:04:09` in the reader's time zone. */
export const exactly = (at: string | Date): string => full.format(asDate(at))

/** `2026-11-21` */
export const isoDay = (at: string | Date): string => asDate(at).toISOString().slice(0, 10)
