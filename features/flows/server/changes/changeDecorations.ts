import { conflict } from '@millrace/kit/server'
import type { FlowChanges } from '../../contract/index.ts'
import type { Gesture } from './gesture.ts'

type Decorations = NonNullable<FlowChanges['decorations']>

const INSERT = `insert into flow_decorations (account_id, flow_id, type, text, font_size, x, y, width, height)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`

/** Changes a decoration; what is null stays. */
const UPDATE = `update flow_decorations set text = coalesce($4, text), font_size = coalesce($5, font_size), x = coalesce($6, x),
    y = coalesce($7, y), width = coalesce($8, width), height = coalesce($9, height)
  where account_id = $1 and flow_id = $2 and id = $3`

/** Deletes decorations. */
const DELETE = 'delete from flow_decorations where account_id = $1 and flow_id = $2 and id = any($3::bigint[])'

/** Adds, changes and deletes notes and annotations; answers the id of each new one by its key. */
export const changeDecorations = async (
  { tx, editor, flow }: Gesture,
  { add = [], change = [], remove = [] }: Decorations,
): Promise<Map<string, number>> => {
  const ids = new Map<string, number>()
  const where = [editor.accountId, flow.id]
  for (const { key, type, text, fontSize, x, y, width, height } of add) {
    const row = await tx.one<{ id: number }>(
      INSERT,
      [...where, type, text, fontSize, x, y, width, height],
      'flows-decoration-add',
    )
    ids.set(key, row!.id)
  }
  for (const { id, text, fontSize, x, y, width, height } of change) {
    const values = [text, fontSize, x, y, width, height].map((value) => value ?? null)
    if (!(await tx.run(UPDATE, [...where, id, ...values], 'flows-decoration-change')))
      throw conflict('Somebody else deleted this note meanwhile.')
  }
  if (remove.length) await tx.run(DELETE, [...where, remove])
  return ids
}
