import type { BroadcastStatus } from '../../contract/statuses.ts'

const capital = (text: string) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`

const LABELS: Partial<Record<BroadcastStatus, string>> = {
  'ab-testing': 'A/B Testing',
  'ab-test-sending-winner': 'Sending A/B test winner',
}

/** A status in words. */
export const labelOf = (status: BroadcastStatus): string => LABELS[status] ?? capital(status)

/** The colour that a status has: success, primary, light, warning, secondary or danger. */
export const BADGES: Readonly<Record<BroadcastStatus, { color: string; variant: 'light' | 'outline'; c?: string }>> = {
  sent: { color: 'green', variant: 'light' },
  'ab-testing': { color: 'iris', variant: 'light' },
  'ab-test-sending-winner': { color: 'iris', variant: 'light' },
  sending: { color: 'iris', variant: 'light' },
  draft: { color: 'gray', variant: 'outline', c: 'var(--ink-2)' },
  scheduled: { color: 'amber', variant: 'light' },
  canceled: { color: 'gray', variant: 'light' },
  failed: { color: 'red', variant: 'light' },
}

const HOW = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const

/** `Tue 24 Nov, 09:00` in a time zone; the reader's where it is unknown. */
export const momentIn = (iso: string, zone: string): string => {
  try {
    return new Intl.DateTimeFormat('en-GB', { ...HOW, timeZone: zone }).format(new Date(iso))
  } catch {
    return new Intl.DateTimeFormat('en-GB', HOW).format(new Date(iso))
  }
}

/** `3 hours`, `1 day` */
export const periodWords = (period: number, type: 'hours' | 'days'): string =>
  `${period} ${period === 1 ? type.slice(0, -1) : type}`

/** A, B, C … */
export const letterOf = (index: number): string => String.fromCharCode(65 + index)
