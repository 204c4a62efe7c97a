import type { House, Tx } from '@millrace/kit/server'
import type { SendKey } from '../ledger/row.ts'
import type { Trace } from './machines.ts'
import type { Reader } from './reader.ts'

const KINDS = ['opening', 'click', 'trap'] as const

/** A reading that waits until it is known whose it is. */
export type Wait = Trace & { id: number; url: string; proxy: Reader['proxy'] | null; reader: string }

/** Writes down a reading that waits. */
const KEEP = `insert into click_waits (account_id, reason_at, send_id, kind, link_id, url, proxy, reader, at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

type Kept = { kind: Trace['kind']; linkId?: number; url?: string; reader: Reader; from: string; at: Date }

/** Keeps a reading back. Who asked is kept so that they can be recognized for a moment, and not read. */
export const keepWaiting = (
  tx: Tx,
  { keys }: Pick<House, 'keys'>,
  { accountId, reasonAt, id }: SendKey,
  { kind, linkId = 0, url = '', reader, from, at }: Kept,
): Promise<unknown> => {
  const who = from && keys.sign('reader', `${accountId} ${from}`, 9)
  const values = [accountId, reasonAt, id, KINDS.indexOf(kind), linkId, url, reader.proxy ?? null, who, at]
  return tx.run(KEEP, values, 'waits-keep')
}

/** Readings of one mail that wait. */
const OF_SEND = `select id, kind, link_id as "linkId", url, proxy, reader, at from click_waits
  where account_id = $1 and send_id = $2 and reason_at = $3 order by account_id, id`

/** What waits of one mail. */
export const waitsOf = async (tx: Tx, { accountId, reasonAt, id }: SendKey): Promise<Wait[]> => {
  const rows = await tx.rows<Omit<Wait, 'kind' | 'at'> & { kind: number; at: Date }>(
    OF_SEND,
    [accountId, id, reasonAt],
    'waits-of-send',
  )
  return rows.map((row) => ({ ...row, kind: KINDS[row.kind] ?? 'click', at: row.at.getTime() }))
}

const FORGET = `delete from click_waits where account_id = $1 and id = any($2::bigint[])`

/** Forgets readings that are judged. */
export const forgetWaits = (tx: Tx, accountId: number, waits: readonly Wait[]): Promise<unknown> =>
  tx.run(FORGET, [accountId, waits.map(({ id }) => id)], 'waits-forget')

/** First clicks on links of a mail since a moment, a person's and machines'. */
const CLICKS = `select link_id as "linkId", at, is_bot as "isBot" from send_clicks
  where account_id = $1 and reason_at = $2 and send_id = $3 and at > $4`

/** Clicks of a mail that are counted already. */
export const clicksSince = async (tx: Tx, { accountId, reasonAt, id }: SendKey, since: number) => {
  const values = [accountId, reasonAt, id, new Date(since)]
  const rows = await tx.rows<{ linkId: number; at: Date; isBot: boolean }>(CLICKS, values, 'clicks-since')
  return rows.map(({ linkId, at, isBot }) => ({ kind: 'click' as const, linkId, at: at.getTime(), isBot }))
}
