import { type House, notFound } from '@millrace/kit/server'
import type { Decoration } from '../../contract/index.ts'
import { type Editor, holdFlow, touchFlow } from './editFlow.ts'
import { readDecoration } from './readFlow.ts'

type Shape = Pick<Decoration, 'text' | 'fontSize' | 'coordinates' | 'dimensions'>
/** What a new decoration is. */
export type NewDecoration = Shape & { integrationId: number; type: Decoration['type'] }

const INSERT = `insert into flow_decorations (account_id, flow_id, type, text, font_size, x, y, width, height)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`

/** Changes a decoration; what is null stays. */
const UPDATE = `update flow_decorations set text = coalesce($3, text), font_size = coalesce($4, font_size), x = coalesce($5, x),
    y = coalesce($6, y), width = coalesce($7, width), height = coalesce($8, height)
  where account_id = $1 and id = $2`

const DELETE = 'delete from flow_decorations where account_id = $1 and id = $2'

/** Adds a note or an annotation. */
export const createDecoration = (house: House, editor: Editor, given: NewDecoration): Promise<Decoration> =>
  house.db.account(editor.accountId, async (tx) => {
    const { integrationId, type, text, fontSize, coordinates, dimensions } = given
    const flow = await holdFlow(tx, editor.accountId, integrationId)
    const place = [coordinates.x, coordinates.y, dimensions.width, dimensions.height]
    const row = await tx.one<{ id: number }>(INSERT, [editor.accountId, flow.id, type, text, fontSize, ...place])
    await touchFlow(tx, house, editor, flow.id)
    return readDecoration(tx, editor.accountId, row!.id)
  })

/** Changes a note or an annotation. */
export const updateDecoration = (
  house: House,
  editor: Editor,
  id: number,
  change: Partial<Shape>,
): Promise<Decoration> =>
  house.db.account(editor.accountId, async (tx) => {
    const { text, fontSize, coordinates, dimensions } = change
    const touched = await tx.run(UPDATE, [
      editor.accountId,
      id,
      text ?? null,
      fontSize ?? null,
      coordinates?.x ?? null,
      coordinates?.y ?? null,
      dimensions?.width ?? null,
      dimensions?.height ?? null,
    ])
    if (!touched) throw notFound()
    const decoration = await readDecoration(tx, editor.accountId, id)
    await touchFlow(tx, house, editor, decoration.integrationId)
    return decoration
  })

/** Deletes a note or an annotation. */
export const deleteDecoration = (house: House, editor: Editor, id: number): Promise<void> =>
  house.db.account(editor.accountId, async (tx) => {
    const { integrationId } = await readDecoration(tx, editor.accountId, id)
    await tx.run(DELETE, [editor.accountId, id])
    await touchFlow(tx, house, editor, integrationId)
  })
