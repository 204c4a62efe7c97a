import { refused, type Tx } from '@millrace/kit/server'
import { type Conditions, segmentsIn } from '../../contract/index.ts'

/** How deep segments may stand in segments. */
const DEEPEST = 8

// The conditions of all segments of the account.
const ALL = 'select id, name, conditions from segments where account_id = $1'

type Row = { id: number; name: string; conditions: Conditions }

/** Refuses conditions about a segment that does not exist, that contains this one, or that nest too deep. */
export const checkNesting = async (
  tx: Tx,
  accountId: number,
  conditions: Conditions,
  ownId?: number,
): Promise<void> => {
  const wanted = segmentsIn(conditions)
  if (!wanted.length) return
  const rows = await tx.rows<Row>(ALL, [accountId], 'segments-nesting')
  const inner = new Map(rows.map((row) => [row.id, segmentsIn(row.conditions)]))
  if (wanted.some((id) => !inner.has(id))) throw refused('There is no such segment.')
  let level = new Set(wanted)
  for (let depth = 1; level.size; depth++) {
    if (ownId !== undefined && level.has(ownId)) throw refused('A segment cannot be a condition of itself.')
    if (depth > DEEPEST) throw refused(`Segments can stand in each other ${DEEPEST} deep.`)
    level = new Set([...level].flatMap((id) => inner.get(id) ?? []))
  }
}
