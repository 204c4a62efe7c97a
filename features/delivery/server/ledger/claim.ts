import type { Tx } from '@millrace/kit/server'
import { CLAIMED_COLUMNS, type ClaimedSend } from './row.ts'

/** Takes due rows of one account for a worker, the urgent lanes first; rows that others hold are passed by. */
const CLAIM = `with due as (
    select d.account_id, d.reason_at, d.id from sends d
    where d.account_id = $1 and d.state = 'planned' and d.due_at <= $2
    order by d.account_id, d.lane, d.due_at
    limit $3
    for update skip locked
  )
  update sends s set state = 'claimed', claimed_by = $4
  from due
  where s.account_id = $1 and s.account_id = due.account_id and s.reason_at = due.reason_at and s.id = due.id
  returning ${CLAIMED_COLUMNS}`

/** Claims up to `most` due rows of an account. */
export const claimSends = (
  tx: Tx,
  accountId: number,
  worker: string,
  now: Date,
  most: number,
): Promise<ClaimedSend[]> => tx.rows<ClaimedSend>(CLAIM, [accountId, now, most, worker], 'sends-claim')

/** When the next planned row of an account is due, or undefined where none is planned. */
export const nextDue = async (tx: Tx, accountId: number): Promise<Date | undefined> => {
  const row = await tx.one<{ due: Date | null }>(
    `select min(l.due) as due from (values (0), (1), (2)) as lanes (lane),
      lateral (select s.due_at as due from sends s
        where s.account_id = $1 and s.lane = lanes.lane and s.state = 'planned' order by s.due_at limit 1) l`,
    [accountId],
    'sends-next',
  )
  return row?.due ?? undefined
}

/** Accounts with planned rows, and when their first one is due. */
export const dueAccounts = (tx: Tx): Promise<{ accountId: number; due: Date }[]> =>
  tx.rows<{ accountId: number; due: Date }>(
    `/* across accounts: whose mail is due */ select account_id as "accountId", min(due_at) as due from sends where state = 'planned' group by account_id`,
    [],
    'sends-accounts',
  )

/** Gives claimed rows back, as if they had never been taken. */
export const unclaim = (tx: Tx, accountId: number, worker: string): Promise<number> =>
  tx.run(
    `update sends set state = 'planned', claimed_by = null where account_id = $1 and claimed_by = $2 and state = 'claimed'`,
    [accountId, worker],
    'sends-unclaim',
  )
