const TYPED = /^(\d{1,2})(?:[:.h ]?([0-5]\d))?\s*(a|am|p|pm)?\.?$/i

/** The time of day that somebody typed, as HH:MM: `9`, `930`, `9:30`, `9.30`, `21h15`, `9 pm`; undefined where it is none. */
export const readTime = (text: string): string | undefined => {
  const compact = text.trim().replace(/^(\d{1,2})(\d\d)(?=\D*$)/, '$1:$2')
  const [, hours = '', minutes = '00', half = ''] = TYPED.exec(compact) ?? []
  if (!hours) return undefined
  const hour = Number(hours)
  const isHalved = half !== ''
  if (isHalved ? hour < 1 || hour > 12 : hour > 23) return undefined
  const real = isHalved ? (hour % 12) + (/^p/i.test(half) ? 12 : 0) : hour
  return `${String(real).padStart(2, '0')}:${minutes}`
}

/** Times that are offered: every half hour. */
export const HALF_HOURS: readonly string[] = Array.from(
  { length: 48 },
  (_none, index) => `${String(index >> 1).padStart(2, '0')}:${index % 2 ? '30' : '00'}`,
)
