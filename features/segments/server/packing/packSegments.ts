import type { Tx } from '@millrace/kit/server'
import { type Conditions, segmentsIn, upgradeConditions } from '../../contract/index.ts'

/** A segment on its way into another account, or from a file. `id` is its name within what is carried. */
export type PackedSegment = {
  id: number
  name: string
  color: string | null
  objectName: string
  /** Every account has it under this very id. */
  isAuto: boolean
  conditions: Conditions
}

/** Segments by id. */
const SEGMENTS = `select id, name, color, object_name as "objectName", is_auto as "isAuto", version, conditions from segments
  where account_id = $1 and id = any($2::bigint[]) order by account_id, id`

type Row = PackedSegment & { version: number }

const packed = ({ version, ...row }: Row): PackedSegment => ({
  ...row,
  conditions: version === 1 ? (upgradeConditions(row.conditions) as Conditions) : row.conditions,
})

/** Segments and those that they are made of, inner ones first; ids that are not there are left out. */
export const packSegments = async (tx: Tx, accountId: number, ids: readonly number[]): Promise<PackedSegment[]> => {
  const found = new Map<number, PackedSegment>()
  let wanted = [...new Set(ids)]
  while (wanted.length) {
    const rows = await tx.rows<Row>(SEGMENTS, [accountId, wanted], 'segments-pack')
    for (const row of rows) found.set(row.id, packed(row))
    const inner = rows.flatMap(({ id }) => segmentsIn(found.get(id)?.conditions as Conditions))
    wanted = [...new Set(inner)].filter((id) => !found.has(id))
  }
  const sorted = new Map<number, PackedSegment>()
  const add = (segment: PackedSegment | undefined): void => {
    if (!segment || sorted.has(segment.id)) return
    for (const id of segmentsIn(segment.conditions)) add(found.get(id))
    sorted.set(segment.id, segment)
  }
  for (const id of ids) add(found.get(id))
  return [...sorted.values()]
}
