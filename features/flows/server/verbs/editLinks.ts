import { conflict, type House, notFound, refused, type Tx } from '@millrace/kit/server'
import { exitsOf, graphProblemsOf, type Link, type Step, stepTypeOf } from '../../contract/index.ts'
import { retrigger } from '../engine/retrigger.ts'
import { type Edited, type Editor, graphChanged, holdFlow, holdFlowOfStep } from './editFlow.ts'
import { readFlow, readLink, readStep } from './readFlow.ts'

/** What a new link is. */
export type NewLink = {
  source: number
  target: number
  data?: { condition?: string | null; retriggerObjectsUponActivation?: boolean }
}

/** Makes a link; the same link twice is one. */
const INSERT = `insert into flow_links (account_id, flow_id, source, target, condition, is_retriggering, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (account_id, source, condition, target) do update set is_retriggering = excluded.is_retriggering
  returning id`

const DELETE = 'delete from flow_links where account_id = $1 and id = $2'

/** Deletes the links from one step to another. */
const DELETE_BETWEEN = 'delete from flow_links where account_id = $1 and source = $2 and target = $3'

const checkEnds = (source: Step, target: Step, condition: string): void => {
  if (source.integrationId !== target.integrationId) throw refused('The two steps belong to different flows.')
  if (source.id === target.id) throw refused('A step cannot lead to itself.')
  if (target.type === 'trigger') throw refused('Nothing leads to a trigger: people enter there.')
  if (stepTypeOf(source)?.hasWayOut === false)
    throw refused('Nothing comes after this step: people leave the flow there.')
  const exits = exitsOf(source)
  if (exits.length && !exits.includes(condition))
    throw refused(
      condition ? `This step has no exit “${condition}”.` : `Say by which exit people go: ${exits.join(' or ')}.`,
    )
  if (!exits.length && condition) throw refused(`This step has no exit “${condition}”.`)
}

const checkLoops = async (tx: Tx, accountId: number, flow: Edited): Promise<void> => {
  if (flow.status !== 'on') return
  const loop = graphProblemsOf(await readFlow(tx, accountId, flow.id)).find(({ code }) => code === 'loop-without-wait')
  if (loop) throw conflict(loop.message)
}

/** Links two steps. In an active flow people go that way at once, those who are past the source too where that is asked. */
export const createLink = (house: House, editor: Editor, { source, target, data = {} }: NewLink): Promise<Link> =>
  house.db.account(editor.accountId, async (tx) => {
    const { accountId } = editor
    const flow = await holdFlowOfStep(tx, accountId, source)
    const condition = data.condition ?? ''
    checkEnds(await readStep(tx, accountId, source), await readStep(tx, accountId, target), condition)
    const isRetriggering = data.retriggerObjectsUponActivation ?? false
    const row = await tx.one<{ id: number }>(INSERT, [
      accountId,
      flow.id,
      source,
      target,
      condition,
      isRetriggering,
      house.clock.now(),
    ])
    await checkLoops(tx, accountId, flow)
    await graphChanged(tx, house, editor, flow, source)
    if (isRetriggering && flow.status === 'on') await retrigger(tx, house, accountId, flow.id)
    return readLink(tx, accountId, row!.id)
  })

/** Deletes a link. */
export const deleteLink = (house: House, editor: Editor, linkId: number): Promise<void> =>
  house.db.account(editor.accountId, async (tx) => {
    const link = await readLink(tx, editor.accountId, linkId)
    const flow = await holdFlow(tx, editor.accountId, link.integrationId)
    if (!(await tx.run(DELETE, [editor.accountId, linkId]))) throw notFound()
    await graphChanged(tx, house, editor, flow, link.source)
  })

/** Deletes the links from one step to another. */
export const deleteLinkBetween = (house: House, editor: Editor, source: number, target: number): Promise<void> =>
  house.db.account(editor.accountId, async (tx) => {
    const flow = await holdFlowOfStep(tx, editor.accountId, source)
    if (!(await tx.run(DELETE_BETWEEN, [editor.accountId, source, target]))) throw notFound()
    await graphChanged(tx, house, editor, flow, source)
  })
