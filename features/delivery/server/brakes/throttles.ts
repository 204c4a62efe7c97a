import type { Tx } from '@millrace/kit/server'

/** What a throttle that was not used for this long lets through at once. */
const BURST_MS = 1_000

const startOf = (now: Date, rate: number) => new Date(now.getTime() - Math.max(BURST_MS, 1_000 / rate))

/** Makes a throttle where there is none, and holds it until the transaction ends. */
const HOLD = `insert into mail_throttles as t (account_id, scope, next_at) values ($1, $3, $2)
  on conflict (account_id, scope) do update set next_at = greatest(t.next_at, excluded.next_at) returning t.next_at as "nextAt"`

const SPEND = `update mail_throttles set next_at = $2 where account_id = $1 and scope = $3`

const GIVE_BACK = `update mail_throttles set next_at = next_at - $2::interval where account_id = $1 and scope = $3`

const msFor = (mails: number, rate: number) => `${Math.round((mails * 1_000) / rate)} milliseconds`

/** Gives a throttle back what it let through for mails that did not leave. */
export const giveRoomBack = async (
  tx: Tx,
  accountId: number,
  { mails, rate, scope = '' }: { mails: number; rate: number; scope?: string },
): Promise<void> => {
  if (mails) await tx.run(GIVE_BACK, [accountId, msFor(mails, rate), scope], 'throttle-give-back')
}

/** What a throttle has room for right now; nobody else asks until the transaction ends. */
export type Room = {
  mails: number
  /** When there is room for another mail. */
  opensAt: Date
  spend(mails: number): Promise<void>
}

/** Asks a throttle, the account's own unless told, before mail is claimed. */
export const roomOf = async (tx: Tx, accountId: number, rate: number, now: Date, scope = ''): Promise<Room> => {
  const row = await tx.one<{ nextAt: Date }>(HOLD, [accountId, startOf(now, rate), scope], 'throttle-hold')
  const from = row?.nextAt.getTime() ?? now.getTime()
  const after = (mails: number) => new Date(from + Math.ceil((mails * 1_000) / rate))
  const room: Room = {
    mails: Math.max(0, Math.floor(((now.getTime() - from) * rate) / 1_000 + 1e-6)),
    opensAt: after(1),
    spend: async (mails) => {
      if (!mails) return
      await tx.run(SPEND, [accountId, after(mails), scope], 'throttle-spend')
      room.opensAt = after(mails + 1)
    },
  }
  return room
}

/** Promises each domain's next moments to so many mails; answers where the promised stretch ends. */
const PROMISE = `insert into mail_throttles as t (account_id, scope, next_at)
  select $1::int, u.scope, $2::timestamptz + u.takes from unnest($3::text[], $4::interval[]) as u (scope, takes)
  on conflict (account_id, scope) do update set next_at = greatest(t.next_at, $2::timestamptz) + (excluded.next_at - $2::timestamptz)
  returning t.scope, t.next_at as "nextAt"`

/**
 * When each mail to a domain may go, at so many a second from all workers together: times of now and before mean at once.
 * Each answer is a promise that nobody else gets.
 */
export const slotsFor = async (
  tx: Tx,
  accountId: number,
  rate: number,
  counts: ReadonlyMap<string, number>,
  now: Date,
): Promise<Map<string, Date[]>> => {
  const domains = [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
  if (!domains.length) return new Map()
  const rows = await tx.rows<{ scope: string; nextAt: Date }>(
    PROMISE,
    [
      accountId,
      startOf(now, rate),
      domains.map(([domain]) => `d:${domain}`),
      domains.map(([, count]) => msFor(count, rate)),
    ],
    'throttle-promise',
  )
  const ends = new Map(rows.map(({ scope, nextAt }) => [scope, nextAt.getTime()]))
  return new Map(
    domains.map(([domain, count]) => {
      const end = ends.get(`d:${domain}`) ?? now.getTime()
      return [
        domain,
        Array.from({ length: count }, (_one, index) => new Date(end - ((count - 1 - index) * 1_000) / rate)),
      ]
    }),
  )
}
