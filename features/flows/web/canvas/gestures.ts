import { startOf, stepTypeOf } from '../../contract/index.ts'
import { add, type Diff, type FlowDocument, insertInto, type NotePart, newKey, type StepPart } from './document.ts'
import { roomFor, STEP_WIDTH } from './ways.ts'

const ROW = 190

/** Where a new step goes. */
export type Place = { after?: string; exit?: string; into?: string; at: { x: number; y: number } }

/** A step of a type for a flow of people or of objects, not yet placed. */
export const blankStep = (serviceId: string, operationKey: string, objectType: string): StepPart => {
  const type = stepTypeOf({ serviceId, operationKey })
  if (!type) throw new Error('Unknown step')
  return { key: newKey(), type: type.type, serviceId, operationKey, values: startOf(type, objectType), x: 0, y: 0 }
}

const isFree = (document: FlowDocument, x: number, y: number) =>
  Object.values(document.steps).every((step) => Math.abs(step.x - x) > STEP_WIDTH || Math.abs(step.y - y) > ROW - 60)

const freeFrom = (document: FlowDocument, x: number, y: number) => {
  let right = x
  while (!isFree(document, right, y)) right += STEP_WIDTH + 40
  return { x: right, y }
}

const followers = (document: FlowDocument, key: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const { source, target } of Object.values(document.links)) if (source === key) followers(document, target, seen)
  return seen
}

const shiftDown = (document: FlowDocument, from: string, dy: number): Diff['steps'] =>
  Object.fromEntries(
    [...followers(document, from)].flatMap((key) => {
      const before = document.steps[key]
      return before ? [[key, { before, after: { ...before, y: before.y + dy } }]] : []
    }),
  )

const into = (document: FlowDocument, step: StepPart, linkKey: string): Diff => {
  const link = document.links[linkKey]
  const source = link && document.steps[link.source]
  const target = link && document.steps[link.target]
  if (!link || !source || !target) return add({ steps: [step] })
  const gap = target.y - source.y
  const placed = { ...step, x: target.x, y: source.y + ROW }
  const exit = stepTypeOf(step)?.exits(step.values)[0]
  const diff = insertInto(document, linkKey, placed, exit)
  const missing = 2 * ROW - gap
  if (missing <= 0) return diff
  return { ...diff, steps: { ...shiftDown(document, link.target, missing), ...diff.steps } }
}

const after = (document: FlowDocument, step: StepPart, key: string, exit?: string): Diff => {
  const source = document.steps[key]
  if (!source || step.type === 'trigger') return add({ steps: [step] })
  const exits = stepTypeOf(source)?.exits(source.values) ?? []
  const side = exit ? exits.indexOf(exit) - (exits.length - 1) / 2 : 0
  const place = freeFrom(document, source.x + side * (STEP_WIDTH + 40), source.y + ROW + roomFor(exits.length))
  const placed = { ...step, ...place }
  return add({
    steps: [placed],
    links: [{ key: newKey(), source: key, target: placed.key, ...(exit && { condition: exit }) }],
  })
}

/** The gesture that puts a new step where it belongs: into a link, after a step, or at a free place. */
export const placeStep = (document: FlowDocument, step: StepPart, place: Place): Diff => {
  if (place.into && step.type !== 'trigger') return into(document, step, place.into)
  if (place.after) return after(document, step, place.after, place.exit)
  return add({ steps: [{ ...step, ...freeFrom(document, place.at.x, place.at.y) }] })
}

const NOTE = { width: 220, height: 110 }

const isClear = (document: FlowDocument, x: number, y: number) =>
  Object.values(document.steps).every(
    (step) => x + NOTE.width < step.x || x > step.x + STEP_WIDTH || y + NOTE.height < step.y || y > step.y + ROW - 40,
  ) &&
  Object.values(document.notes).every((note) => Math.abs(note.x - x) > NOTE.width || Math.abs(note.y - y) > NOTE.height)

/** A note or an annotation near a place, beside what is there already. */
export const placeNote = (document: FlowDocument, type: NotePart['type'], at: { x: number; y: number }): Diff => {
  let { x } = at
  while (!isClear(document, x, at.y)) x -= 24
  return add({
    notes: [{ key: newKey(), type, text: '', fontSize: type === 'note' ? 13 : 20, x, y: at.y, ...NOTE }],
  })
}
