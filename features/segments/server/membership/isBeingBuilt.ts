import type { Tx } from '@millrace/kit/server'
import { buildingBehind, type Conditions, upgradeConditions } from '../../contract/index.ts'

type Row = { id: number; conditions: Conditions; building: boolean }

// Whether anything is being built.
const ANY = `select 1 as "isAny" from segment_states where account_id = $1 and building is not null limit 1`

// All segments, and whether each is being built.
const ALL = `select s.id, s.conditions, t.building is not null as building from segments s
  left join segment_states t on t.account_id = $1 and t.segment_id = s.id where s.account_id = $1`

/** Whether any segment of an account is being built. */
export const isAnyBeingBuilt = async (tx: Tx, accountId: number): Promise<boolean> =>
  (await tx.one(ANY, [accountId], 'segments-any-building')) !== undefined

/**
 * Whether it is still open who is in a segment: it is being built, or one is that its conditions ask about. Whoever is not in
 * a segment that is being built may be in it soon.
 */
export const isBeingBuilt = async (tx: Tx, accountId: number, segmentId: number): Promise<boolean> => {
  if (!(await isAnyBeingBuilt(tx, accountId))) return false
  const rows = await tx.rows<Row>(ALL, [accountId], 'segments-all-building')
  const segments = rows.map((row) => ({ ...row, conditions: upgradeConditions(row.conditions) as Conditions }))
  return buildingBehind(segments, segmentId) !== undefined
}
