import type { Tx } from '@millrace/kit/server'

/** Forgets every stay of some; before their runs, by which they are found. */
export const FORGET_VISITS = `delete from step_visits where account_id = $1 and person_id = any($2::bigint[])
  and run_id = any(array(select r.id from flow_runs r where r.account_id = $1 and r.person_id = any($2::bigint[])))`

const FORGET = [
  FORGET_VISITS,
  'update flow_troubles set person_id = null where account_id = $1 and person_id = any($2::bigint[])',
  ...['flow_runs', 'flow_goals', 'step_variants', 'flow_calls'].map(
    (table) => `delete from ${table} where account_id = $1 and person_id = any($2::bigint[])`,
  ),
  `delete from flow_dates where account_id = $1 and person_id = any($2::bigint[])
    and step_id = any(array(select s.step_id from flow_schedules s where s.account_id = $1 and s.has_rows))`,
]

/** Forgets everything that flows keep of objects that are no more, told by the negatives of their ids. */
export const forgetObjects = async (tx: Tx, accountId: number, subjects: readonly number[]): Promise<void> => {
  if (subjects.length) for (const sql of FORGET) await tx.run(sql, [accountId, subjects])
}
