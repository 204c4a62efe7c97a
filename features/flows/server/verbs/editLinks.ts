import { type House, notFound } from '@millrace/kit/server'
import type { Link } from '../../contract/index.ts'
import { applyChanges } from '../changes/applyChanges.ts'
import { checkEnds } from '../changes/changeLinks.ts'
import type { FlowDoors } from '../doors.ts'
import { type Editor, holdFlow, holdFlowOfStep } from './editFlow.ts'
import { readLink, readLinks, readStep } from './readFlow.ts'

/** What a new link is. */
export type NewLink = {
  source: number
  target: number
  data?: { condition?: string | null; retriggerObjectsUponActivation?: boolean }
}

/** Links two steps. In an active flow people go that way at once, those who are past the source too where that is asked. */
export const createLink = (
  house: House,
  doors: FlowDoors,
  editor: Editor,
  { source, target, data = {} }: NewLink,
): Promise<Link> =>
  house.db.account(editor.accountId, async (tx) => {
    const { accountId } = editor
    const flow = await holdFlowOfStep(tx, accountId, source)
    const condition = data.condition ?? ''
    checkEnds(await readStep(tx, accountId, source), await readStep(tx, accountId, target), condition)
    const link = { key: 'new', source, target, condition, retrigger: data.retriggerObjectsUponActivation }
    const gesture = { tx, house, doors, editor, flow, now: house.clock.now() }
    const { ids } = await applyChanges(gesture, { links: { add: [link] } })
    return readLink(tx, accountId, ids.new!)
  })

/** Deletes a link. */
export const deleteLink = (house: House, doors: FlowDoors, editor: Editor, linkId: number): Promise<void> =>
  house.db.account(editor.accountId, async (tx) => {
    const { integrationId } = await readLink(tx, editor.accountId, linkId)
    const flow = await holdFlow(tx, editor.accountId, integrationId)
    await readLink(tx, editor.accountId, linkId)
    const gesture = { tx, house, doors, editor, flow, now: house.clock.now() }
    await applyChanges(gesture, { links: { remove: [linkId] } })
  })

/** Deletes the links from one step to another. */
export const deleteLinkBetween = (
  house: House,
  doors: FlowDoors,
  editor: Editor,
  source: number,
  target: number,
): Promise<void> =>
  house.db.account(editor.accountId, async (tx) => {
    const flow = await holdFlowOfStep(tx, editor.accountId, source)
    const all = await readLinks(tx, editor.accountId, flow.id)
    const between = all.filter((link) => link.source === source && link.target === target).map(({ id }) => id)
    if (!between.length) throw notFound()
    const gesture = { tx, house, doors, editor, flow, now: house.clock.now() }
    await applyChanges(gesture, { links: { remove: between } })
  })
