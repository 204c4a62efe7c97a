import { isZone, METRIC_PERIODS, type MetricGrain, type MetricPeriod } from '@millrace/kit/contract'
import { type House, type Range, rangeOf, type Tx } from '@millrace/kit/server'

/** An account's time zone and age. */
const ACCOUNT = `select timezone as zone, created_at as created from accounts where id = $1`

const MOST_TEXT = 40

/** A stretch of time as callers name it; moments are taken for the days that they lie in. */
export type AskedTime = {
  period?: string | undefined
  startDate?: string | undefined
  endDate?: string | undefined
  timezone?: string | undefined
  granularity?: MetricGrain | undefined
}

const dayIn = (text: string | undefined, zone: string): string | undefined => {
  if (!text || text.length > MOST_TEXT) return undefined
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return Number.isNaN(Date.parse(text)) ? undefined : text
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? undefined : at.toLocaleDateString('sv-SE', { timeZone: zone })
}

const isPeriod = (name: string | undefined): name is MetricPeriod => METRIC_PERIODS.includes(name as MetricPeriod)

/** The days that are asked for, in the zone asked for, else the account's: by name, or two dates; the last 30 unless told. */
export const readMailRange = async (tx: Tx, house: House, accountId: number, asked: AskedTime): Promise<Range> => {
  const now = house.clock.now()
  const account = await tx.one<{ zone: string; created: Date }>(ACCOUNT, [accountId], 'mail-range')
  const own = isZone(account?.zone) ? account.zone : 'UTC'
  const zone = isZone(asked.timezone) ? asked.timezone : own
  const period = isPeriod(asked.period) && asked.period !== 'custom' ? asked.period : undefined
  const startDate = period ? undefined : dayIn(asked.startDate, zone)
  const endDate = startDate && (dayIn(asked.endDate, zone) ?? now.toLocaleDateString('sv-SE', { timeZone: zone }))
  return rangeOf(
    { ...(period && { period }), startDate, endDate, timezone: zone, granularity: asked.granularity },
    { now, zone: own, created: account?.created ?? now },
  )
}
