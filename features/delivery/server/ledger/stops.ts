import type { Tx } from '@millrace/kit/server'
import type { Sorted } from './sortBatch.ts'

type How = 'hold' | 'skip'

/** Keeps in mind that mail of a broadcast is kept back, or ended. */
const STOP = `insert into mail_stops (account_id, broadcast_id, how) values ($1, $2, $3)
  on conflict (account_id, broadcast_id) do update set how = excluded.how`

const FORGET = 'delete from mail_stops where account_id = $1 and broadcast_id = $2'

/** Keeps in mind what is to become of mail of a broadcast that comes back from a worker. */
export const noteStop = async (tx: Tx, accountId: number, broadcastId: number, how: How | 'go'): Promise<void> => {
  if (how === 'go') await tx.run(FORGET, [accountId, broadcastId])
  else await tx.run(STOP, [accountId, broadcastId, how])
}

/** Which of some broadcasts are stopped. */
const STOPPED = `select broadcast_id as id, how from mail_stops where account_id = $1 and broadcast_id = any($2::bigint[])`

/**
 * Keeps back, or ends, rows of broadcasts that were stopped while a worker had them in hand: they were put off by the
 * receiving server, say, or their worker ended.
 */
export const keepStopped = async (tx: Tx, accountId: number, sorted: Sorted): Promise<void> => {
  const ids = [...new Set(sorted.going.map(({ send }) => send.broadcastId).filter((id) => id > 0))]
  if (!ids.length) return
  const rows = await tx.rows<{ id: number; how: How }>(STOPPED, [accountId, ids], 'sends-stopped')
  if (!rows.length) return
  const stopped = new Map(rows.map(({ id, how }) => [id, how]))
  const howOf = ({ send }: Sorted['going'][number]) => stopped.get(send.broadcastId)
  for (const mail of sorted.going) {
    const { send } = mail
    if (howOf(mail) === 'skip') sorted.skipped.push({ send, skip: 'broadcast canceled' })
    if (howOf(mail) === 'hold') sorted.later.push({ send, state: 'held', dueAt: send.dueAt, why: 'broadcast paused' })
  }
  sorted.going = sorted.going.filter((mail) => !howOf(mail))
}
