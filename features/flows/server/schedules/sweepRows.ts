import type { Db } from '@millrace/kit/server'

const PIECE = 5_000

/** Schedules with rows that nobody needs: all of them where the flow is off or the step is gone, else those of earlier generations. */
const DIRTY = `select /* across accounts: rows that nobody needs */ s.account_id as "accountId", s.step_id as "stepId", s.generation,
    not s.is_live or f.status <> 'on' or f.archived_at is not null as "isAll"
  from flow_schedules s join flows f on f.account_id = s.account_id and f.id = s.flow_id
  where s.has_rows and (not s.is_live or f.status <> 'on' or f.archived_at is not null or (s.has_stale and s.built_to is null))
  limit 10`

/** Takes rows away, a piece at a time; younger generations than the one that was seen stay. */
const DELETE = `delete from flow_dates where account_id = $1 and step_id = $2 and person_id = any(array(
    select d.person_id from flow_dates d where d.account_id = $1 and d.step_id = $2 and d.generation < $3 limit ${PIECE}))
  and generation < $3`

const CLEAN = `update flow_schedules set has_stale = false, has_rows = has_rows and not $4 where account_id = $1 and step_id = $2 and generation = $3`

type Dirty = { accountId: number; stepId: number; generation: number; isAll: boolean }

/** Takes pieces of rows away that nobody needs. Answers whether that was all. */
export const sweepRows = async (db: Db): Promise<boolean> => {
  const dirty = await db.system((tx) => tx.rows<Dirty>(DIRTY))
  let isDone = dirty.length < 10
  for (const { accountId, stepId, generation, isAll } of dirty) {
    const deleted = await db.system(async (tx) => {
      const count = await tx.run(DELETE, [accountId, stepId, isAll ? generation + 1 : generation])
      if (count < PIECE) await tx.run(CLEAN, [accountId, stepId, generation, isAll])
      return count
    })
    if (deleted === PIECE) isDone = false
  }
  return isDone
}
