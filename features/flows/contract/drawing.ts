import { z } from 'zod'
import { summaryOf } from './catalogue.ts'
import { EntryPeriod } from './flow.ts'

const DrawnStep = z.object({
  id: z.number(),
  serviceId: z.string(),
  operationKey: z.string(),
  input: z.record(z.string(), z.unknown()),
  title: z.string().nullable(),
  x: z.number(),
  y: z.number(),
})
const DrawnLink = z.object({ id: z.number(), source: z.number(), target: z.number(), condition: z.string() })
const DrawnNote = z.object({
  id: z.number(),
  type: z.enum(['note', 'annotation']),
  text: z.string(),
  fontSize: z.number(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
})

/** A flow as it was drawn: everything that is on its canvas, and its entry rule. */
export const Drawing = z.object({
  canEnterOnce: z.boolean(),
  oncePerPeriod: EntryPeriod.nullable(),
  steps: z.array(DrawnStep),
  links: z.array(DrawnLink),
  decorations: z.array(DrawnNote),
})
/** A flow as it was drawn. */
export type Drawing = z.infer<typeof Drawing>

type DrawnStep = z.infer<typeof DrawnStep>

/** What became of a part between two drawings. */
export type Difference = { change: 'added' | 'removed' | 'changed'; words: string }

/** What changed from one drawing to another, by id of the part; parts that only moved on the canvas are the same, and counted. */
export type Comparison = {
  steps: ReadonlyMap<number, Difference>
  links: ReadonlyMap<number, Difference>
  decorations: ReadonlyMap<number, Difference>
  /** The entry rule. */
  isRuleChanged: boolean
  /** How many steps and notes stand elsewhere on the canvas. */
  moved: number
}

/** The same whatever the order in which settings were written. */
const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, ordered(one)]),
  )
}
const isSame = (a: unknown, b: unknown) => JSON.stringify(ordered(a)) === JSON.stringify(ordered(b))

const wordsOf = (step: DrawnStep): string => {
  const { title, text } = summaryOf({ ...step, inputFields: { values: step.input }, data: { title: step.title } })
  return text && text !== title ? `${title}: ${text}` : title
}

const stepChange = (before: DrawnStep, after: DrawnStep): string | undefined => {
  const isOther = before.serviceId !== after.serviceId || before.operationKey !== after.operationKey
  if (!isOther && isSame(before.input, after.input) && (before.title ?? '') === (after.title ?? '')) return undefined
  const [was, is] = [wordsOf(before), wordsOf(after)]
  if (was !== is) return `Was “${was}”, is “${is}”`
  const names = [...new Set([...Object.keys(before.input), ...Object.keys(after.input)])]
  const changed = names.filter((name) => !isSame(before.input[name], after.input[name]))
  return `Changed: ${changed.join(', ')}`
}

const between = <T extends { id: number }>(
  before: readonly T[],
  after: readonly T[],
  changed: (was: T, is: T) => string | undefined,
): Map<number, Difference> => {
  const was = new Map(before.map((part) => [part.id, part]))
  const is = new Map(after.map((part) => [part.id, part]))
  const differences = new Map<number, Difference>()
  for (const [id, part] of is) {
    const old = was.get(id)
    const words = old ? changed(old, part) : undefined
    if (!old) differences.set(id, { change: 'added', words: 'added' })
    else if (words !== undefined) differences.set(id, { change: 'changed', words })
  }
  for (const id of was.keys()) if (!is.has(id)) differences.set(id, { change: 'removed', words: 'removed' })
  return differences
}

type Placed = { id: number; x: number; y: number }

const movedOf = (before: readonly Placed[], after: readonly Placed[]): number => {
  const was = new Map(before.map((part) => [part.id, part]))
  return after.filter(({ id, x, y }) => {
    const old = was.get(id)
    return old !== undefined && (old.x !== x || old.y !== y)
  }).length
}

/** What changed from one drawing to another. */
export const compareDrawings = (before: Drawing, after: Drawing): Comparison => ({
  steps: between(before.steps, after.steps, stepChange),
  links: between(before.links, after.links, (was, is) =>
    was.source === is.source && was.target === is.target && was.condition === is.condition
      ? undefined
      : 'leads elsewhere',
  ),
  decorations: between(before.decorations, after.decorations, (was, is) =>
    was.text === is.text && was.type === is.type ? undefined : 'has another text',
  ),
  isRuleChanged: before.canEnterOnce !== after.canEnterOnce || !isSame(before.oncePerPeriod, after.oncePerPeriod),
  moved: movedOf(before.steps, after.steps) + movedOf(before.decorations, after.decorations),
})

/** What changed, counted in words: `2 steps added, 1 changed`; `nothing` where nothing did. */
export const comparisonInWords = ({ steps, links, decorations, isRuleChanged, moved }: Comparison): string => {
  const count = (differences: ReadonlyMap<number, Difference>, change: Difference['change']) =>
    [...differences.values()].filter((one) => one.change === change).length
  const said = (['added', 'removed', 'changed'] as const).flatMap((change) => {
    const number = count(steps, change)
    return number ? [`${number} ${number === 1 ? 'step' : 'steps'} ${change}`] : []
  })
  if (links.size) said.push(`${links.size} ${links.size === 1 ? 'link' : 'links'} changed`)
  if (decorations.size) said.push(`${decorations.size} ${decorations.size === 1 ? 'note' : 'notes'} changed`)
  if (isRuleChanged) said.push('another entry rule')
  if (moved) said.push(`${moved} moved`)
  return said.join(', ') || 'nothing'
}
