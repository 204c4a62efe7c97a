import type { Tx } from '@millrace/kit/server'

const DAY = 86_400_000
const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const FIRST_DAY = 50
const LAST_DAY = 28

/** Mails that a domain may send on a day, so long after it was verified; undefined where it is warm. */
export const warmUpLimit = (verifiedAt: Date, now: Date): number | undefined => {
  const days = Math.floor((now.getTime() - verifiedAt.getTime()) / DAY)
  return days >= LAST_DAY ? undefined : FIRST_DAY * 2 ** Math.max(0, days)
}

/** Makes the day of a domain where there is none, and holds it until the transaction ends. */
const HOLD = `insert into domain_days as d (account_id, domain, day, sent) values ($1, $2, $3, 0)
  on conflict (account_id, domain, day) do update set sent = d.sent returning d.sent`

const SPEND = `update domain_days set sent = sent + $4 where account_id = $1 and domain = $2 and day = $3`

/** How many of so many mails a domain that warms up may send today (days of UTC); what it grants is spent. */
export const takeFromDay = async (
  tx: Tx,
  accountId: number,
  domain: string,
  { wanted, limit, now }: { wanted: number; limit: number; now: Date },
): Promise<number> => {
  const day = dayOf(now)
  const row = await tx.one<{ sent: number }>(HOLD, [accountId, domain, day], 'warm-up-hold')
  const granted = Math.max(0, Math.min(wanted, limit - (row?.sent ?? 0)))
  if (granted) await tx.run(SPEND, [accountId, domain, day, granted], 'warm-up-spend')
  return granted
}

const GIVE_BACK = `update domain_days set sent = sent - $4 where account_id = $1 and domain = $2 and day = $3`

/** Gives a domain's day (of UTC, in which `at` lies) back what it granted for mails that did not leave. */
export const giveToDay = async (tx: Tx, accountId: number, domain: string, mails: number, at: Date): Promise<void> => {
  await tx.run(GIVE_BACK, [accountId, domain, dayOf(at), mails], 'warm-up-give-back')
}

/** When the next day of UTC begins. */
export const nextDay = (now: Date): Date => new Date((Math.floor(now.getTime() / DAY) + 1) * DAY)
