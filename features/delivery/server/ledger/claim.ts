import type { Tx } from '@millrace/kit/server'
import { CLAIMED_COLUMNS, type ClaimedSend } from './row.ts'

/** Takes due rows of one account for a worker, the urgent lanes first; rows that others hold are passed by. */
const CLAIM = `with due as (
    select d.account_id, d.reason_at, d.id from sends d
    where d.account_id = $1 and d.state = 'planned' and d.due_at <= $2 and d.lane between $5 and $6
    order by d.account_id, d.lane, d.due_at
    limit $3
    for update skip locked
  )
  update sends s set state = 'claimed', claimed_by = $4
  from due
  where s.account_id = $1 and s.account_id = due.account_id and s.reason_at = due.reason_at and s.id = due.id
  returning ${CLAIMED_COLUMNS}`

/** Claims up to `most` due rows of an account, from lanes `first` to `last`. */
export const claimSends = (
  tx: Tx,
  accountId: number,
  worker: string,
  now: Date,
  most: number,
  [first, last]: readonly [number, number] = [0, 2],
): Promise<ClaimedSend[]> => tx.rows<ClaimedSend>(CLAIM, [accountId, now, most, worker, first, last], 'sends-claim')

/** When an account's next mail is due: of the urgent lane, and of the others. */
export type Due = { urgent: Date | null; rest: Date | null }

/** When the next planned row of each kind of lane is due. */
const NEXT = `select min(l.due) filter (where lanes.lane = 0) as urgent, min(l.due) filter (where lanes.lane > 0) as rest
  from (values (0), (1), (2)) as lanes (lane),
    lateral (select s.due_at as due from sends s
      where s.account_id = $1 and s.lane = lanes.lane and s.state = 'planned' order by s.due_at limit 1) l`

/** When the next planned mail of an account is due. */
export const nextDue = async (tx: Tx, accountId: number): Promise<Due> =>
  (await tx.one<Due>(NEXT, [accountId], 'sends-next')) ?? { urgent: null, rest: null }

/** Looks at the head of each lane of each account, so that it costs the same however much is planned. */
const HEADS = `/* across accounts: whose mail is due */ select a.id as "accountId",
    min(l.due) filter (where lanes.lane = 0) as urgent, min(l.due) filter (where lanes.lane > 0) as rest
  from (select id from accounts union all select 0) as a, (values (0), (1), (2)) as lanes (lane),
    lateral (select s.due_at as due from sends s
      where s.account_id = a.id and s.lane = lanes.lane and s.state = 'planned' order by s.due_at limit 1) l
  group by a.id`

/** Accounts with planned rows, and when their first ones are due. */
export const dueAccounts = (tx: Tx): Promise<(Due & { accountId: number })[]> =>
  tx.rows<Due & { accountId: number }>(HEADS, [], 'sends-accounts')

/** Gives claimed rows back, as if they had never been taken. */
export const unclaim = (tx: Tx, accountId: number, worker: string): Promise<number> =>
  tx.run(
    `update sends set state = 'planned', claimed_by = null where account_id = $1 and claimed_by = $2 and state = 'claimed'`,
    [accountId, worker],
    'sends-unclaim',
  )
