import { isDeepStrictEqual } from 'node:util'
import { conflict, type House } from '@millrace/kit/server'
import { type FlowChanges, graphProblemsOf, isWait, type Link, type Step } from '../../contract/index.ts'
import type { FlowDoors } from '../doors.ts'
import { lookAgain, recomputeWaits } from '../engine/recomputeWaits.ts'
import { releaseHeld } from '../engine/releaseHeld.ts'
import { retrigger } from '../engine/retrigger.ts'
import { type Editor, holdFlow, keepVersion, noteEdit, touchFlow } from '../verbs/editFlow.ts'
import { readLinks, readSteps } from '../verbs/readFlow.ts'
import { changeDecorations } from './changeDecorations.ts'
import { addLinks, changeLinks, type NewLink, removeLinks } from './changeLinks.ts'
import { addSteps, changeSteps, checkThings, removeSteps } from './changeSteps.ts'
import type { Gesture } from './gesture.ts'
import { movePeopleOff, nextAfter } from './movePeopleOff.ts'

/** What became of a gesture. */
export type Applied = { revision: number; ids: Record<string, number> }

type Drawn = { steps: ReadonlyMap<number, Step>; links: readonly Link[] }

const readDrawn = async ({ tx, editor, flow }: Gesture): Promise<Drawn> => ({
  steps: new Map((await readSteps(tx, editor.accountId, [flow.id])).map((step) => [step.id, step])),
  links: await readLinks(tx, editor.accountId, flow.id),
})

const applySteps = async (gesture: Gesture, steps: NonNullable<FlowChanges['steps']>, before: Drawn) => {
  const removing = (steps.remove ?? []).filter(({ id }) => before.steps.has(id))
  const ids = await addSteps(gesture, steps.add ?? [])
  const changed = await changeSteps(gesture, steps.change ?? [], before.steps)
  const gone = new Set(removing.map(({ id }) => id))
  for (const { id, people = 'next' } of removing)
    await movePeopleOff(gesture, id, people === 'next' ? nextAfter(id, before.links, gone) : undefined)
  await removeSteps(gesture, [...gone])
  return { ids, changed, gone }
}

const endOf = (end: number | string, ids: ReadonlyMap<string, number>): number => {
  const id = typeof end === 'number' ? end : ids.get(end)
  if (id === undefined) throw conflict('A step of this link is not there any more.')
  return id
}

const newLinks = (links: FlowChanges['links'], ids: ReadonlyMap<string, number>): NewLink[] =>
  (links?.add ?? []).map(({ key, source, target, condition, retrigger: isRetriggering = false }) => ({
    key,
    source: endOf(source, ids),
    target: endOf(target, ids),
    condition: condition ?? '',
    isRetriggering,
  }))

/** What an edit did, by id, for the history and for others who have the flow open. */
const diffOf = (changes: FlowChanges, before: Drawn, after: Drawn) => {
  const about = (drawn: Drawn, id: number) => {
    const step = drawn.steps.get(id)
    return step ? { operationKey: step.operationKey, values: step.inputFields.values, title: step.data.title } : null
  }
  const touched = [...new Set([...before.steps.keys(), ...after.steps.keys()])].filter((id) => {
    const isKept = before.steps.has(id) && after.steps.has(id)
    return !isKept || changes.steps?.change?.some((one) => one.id === id && (one.values || one.title !== undefined))
  })
  const wordsOf = ({ source, target, data }: Link) => ({ source, target, condition: data.condition })
  const linksOf = (these: readonly Link[], others: readonly Link[]) =>
    these
      .filter((link) => !others.some(({ id, data }) => id === link.id && data.condition === link.data.condition))
      .map(wordsOf)
  return {
    steps: Object.fromEntries(touched.map((id) => [id, { before: about(before, id), after: about(after, id) }])),
    links: { removed: linksOf(before.links, after.links), added: linksOf(after.links, before.links) },
  }
}

const stepOf = (diff: ReturnType<typeof diffOf>): number | null => {
  const ids = Object.keys(diff.steps)
  if (ids.length === 1) return Number(ids[0])
  if (ids.length) return null
  const sources = new Set([...diff.links.added, ...diff.links.removed].map(({ source }) => source))
  return sources.size === 1 ? ([...sources][0] ?? null) : null
}

/** After the graph changed: checks it, notes it, and where the flow is on lets it run that way at once. */
const graphChanged = async (gesture: Gesture, changes: FlowChanges, before: Drawn, changed: readonly number[]) => {
  const { tx, house, editor, flow } = gesture
  const after = await readDrawn(gesture)
  const stepsOf = (ids: readonly number[]) => ids.flatMap((id) => after.steps.get(id) ?? [])
  await checkThings(gesture, stepsOf(changed), [...after.steps.values()])
  if (flow.status === 'on') {
    const graph = { steps: Object.fromEntries(after.steps), links: after.links }
    const loop = graphProblemsOf(graph).find(({ code }) => code === 'loop-without-wait')
    if (loop) throw conflict(loop.message)
  }
  const diff = diffOf(changes, before, after)
  await noteEdit(tx, house, editor, flow.id, 'edited', stepOf(diff), diff)
  if (flow.status === 'on') await keepVersion(tx, house, editor, flow, !gesture.keepsBefore)
  const retimed = new Set(
    (changes.steps?.change ?? []).flatMap(({ id, recomputeDelay }) => (recomputeDelay ? [id] : [])),
  )
  for (const step of stepsOf(changed)) {
    if (retimed.has(step.id) && isWait(step)) await recomputeWaits(tx, house, editor.accountId, step)
    await releaseHeld(tx, house, editor.accountId, flow.id, step.id)
  }
  const isOther = ({ id, inputFields }: Step) => !isDeepStrictEqual(before.steps.get(id)?.inputFields, inputFields)
  await lookAgain(tx, house, editor.accountId, stepsOf(changed).filter(isOther))
  if (flow.status === 'on') {
    const { add = [], change = [] } = changes.links ?? {}
    if ([...add, ...change].some(({ retrigger: is }) => is)) await retrigger(tx, house, editor.accountId, flow.id)
    await house.bell.ring(tx, 'flows', editor.accountId)
  }
}

/**
 * Applies a gesture to a flow that is held, in the caller's transaction: all of it or, by throwing, nothing. One gesture is one
 * revision, one entry of the history and, where the flow is on, one version.
 */
export const applyChanges = async (gesture: Gesture, changes: FlowChanges): Promise<Applied> => {
  const { tx, house, editor, flow } = gesture
  const before = changes.steps || changes.links ? await readDrawn(gesture) : { steps: new Map(), links: [] }
  const { ids, changed, gone } = await applySteps(gesture, changes.steps ?? {}, before)
  const removed = await removeLinks(gesture, changes.links?.remove ?? [])
  const made = newLinks(changes.links, ids)
  const relinked = made.length + (changes.links?.change?.length ?? 0)
  const steps = relinked
    ? new Map((await readSteps(tx, editor.accountId, [flow.id])).map((step) => [step.id, step]))
    : before.steps
  await changeLinks(gesture, changes.links?.change ?? [], steps, before.links)
  const linkIds = await addLinks(gesture, made, steps)
  const noteIds = await changeDecorations(gesture, changes.decorations ?? {})
  flow.revision = await touchFlow(tx, house, editor, flow.id)
  const isRetitled = changes.steps?.change?.some(({ title }) => title !== undefined)
  if (ids.size || changed.length || gone.size || removed || relinked)
    await graphChanged(gesture, changes, before, changed)
  else if (isRetitled) {
    const diff = diffOf(changes, before, await readDrawn(gesture))
    await noteEdit(tx, house, editor, flow.id, 'edited', stepOf(diff), diff)
  }
  return { revision: flow.revision, ids: Object.fromEntries([...ids, ...linkIds, ...noteIds]) }
}

/** Changes a flow as one gesture. */
export const changeFlow = (
  house: House,
  doors: FlowDoors,
  editor: Editor,
  flowId: number,
  { ifRevision, ...changes }: FlowChanges & { ifRevision?: number },
): Promise<Applied> =>
  house.db.account(editor.accountId, async (tx) => {
    const flow = await holdFlow(tx, editor.accountId, flowId)
    if (ifRevision !== undefined && flow.revision !== ifRevision)
      throw conflict('Somebody else changed this flow meanwhile.')
    return applyChanges({ tx, house, doors, editor, flow, now: house.clock.now() }, changes)
  })
