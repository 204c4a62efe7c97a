import { type House, refused, type Tx } from '@millrace/kit/server'
import { operationKeysOf } from '../../contract/index.ts'
import { claimDueElsewhere } from './claim.ts'
import { endTokens } from './endRuns.ts'

/** Steps of a flow where people wait for something, not for a time: they are only looked at again now and then. */
const WITHOUT_END = `select id from flow_steps where account_id = $1 and flow_id = $2 and operation_key = any($3::text[])`

/** Those of a flow whose time has come, up to so many. */
const OVERDUE = `select count(*)::int as count from (select 1 from flow_runs r
  where r.account_id = $1 and r.flow_id = $2 and r.state < 2 and r.due_at <= $3 and r.step_id <> all($4::bigint[])
  limit $5) as first`

/** More than so many are not taken out at once, while everybody else waits for it. */
const MOST = 100_000

const goalsOf = async (tx: Tx, accountId: number, flowId: number): Promise<number[]> => {
  const keys = operationKeysOf(({ kind }) => kind === 'goal')
  return (await tx.rows<{ id: number }>(WITHOUT_END, [accountId, flowId, keys], 'flows-goal-steps')).map(({ id }) => id)
}

/** How many people's time came while a flow was off; counted up to `most`. */
export const countOverdue = async (
  tx: Tx,
  accountId: number,
  flowId: number,
  now: Date,
  most = 10_000,
): Promise<number> => {
  const goals = await goalsOf(tx, accountId, flowId)
  return (await tx.one<{ count: number }>(OVERDUE, [accountId, flowId, now, goals, most]))?.count ?? 0
}

/** Takes those out of a flow that is off whose time came meanwhile, instead of letting them go on late. */
export const endOverdue = async (
  tx: Tx,
  house: Pick<House, 'bell' | 'clock'>,
  accountId: number,
  flowId: number,
): Promise<void> => {
  const now = house.clock.now()
  if ((await countOverdue(tx, accountId, flowId, now, MOST + 1)) > MOST)
    throw refused('Too many people are overdue to be taken out at once. Take them out at their steps first.')
  const goals = await goalsOf(tx, accountId, flowId)
  for (;;) {
    const tokens = await claimDueElsewhere(tx, accountId, flowId, now, goals)
    if (!tokens.length) return
    await endTokens(house, tx, accountId, flowId, tokens, 'removed')
  }
}
