import type { Input } from '@millrace/kit/contract'
import type { flowsContract } from '../../contract/index.ts'
import type { Diff, Edit, NotePart, StepPart } from './document.ts'
import { sameValue } from './sameValue.ts'

/** A gesture as the server takes it. */
export type Changes = NonNullable<Input<typeof flowsContract.changeFlow>['body']>

/** Sends one gesture; answers the flow's revision after it and the ids of what is new, by key. */
export type FlowApi = (changes: Changes) => Promise<{ revision: number; ids: Record<string, number> }>

/** Which server id a part has; a deleted step keeps its own, so that undoing brings the same step back. */
export type Ids = Map<string, number>

/** What a member chose for people whom a gesture concerns. */
export type Choices = {
  /** Steps whose waiting people are held to the new time. */
  recompute?: ReadonlySet<string>
  /** Where those go who stand at deleted steps. */
  people?: 'next' | 'leave'
}

type Sorted<T> = { added: T[]; changed: { before: T; after: T }[]; removed: T[] }

const sort = <T>(edits: Record<string, Edit<T>> = {}): Sorted<T> => {
  const sorted: Sorted<T> = { added: [], changed: [], removed: [] }
  for (const { before, after } of Object.values(edits)) {
    if (before === null && after !== null) sorted.added.push(after)
    else if (before !== null && after === null) sorted.removed.push(before)
    else if (before !== null && after !== null) sorted.changed.push({ before, after })
  }
  return sorted
}

/** A step's id; after a reload the key of a deleted one still tells it. */
export const stepIdOf = (ids: Ids, key: string): number | undefined => {
  const told = /^step-(\d+)$/.exec(key)?.[1]
  return ids.get(key) ?? (told === undefined ? undefined : Number(told))
}

const known = (ids: Ids, key: string): number => {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`"${key}" was never saved.`)
  return id
}

const newStep = (ids: Ids, { key, serviceId, operationKey, values, title, isDuplicate, x, y }: StepPart) => {
  const id = stepIdOf(ids, key)
  return {
    key,
    ...(id !== undefined && { id }),
    serviceId,
    operationKey,
    values,
    title: title ?? null,
    ...(isDuplicate && { isDuplicate }),
    x,
    y,
  }
}

const changedStep = (ids: Ids, before: StepPart, after: StepPart, { recompute }: Choices) => ({
  id: known(ids, after.key),
  ...(!sameValue(before.values, after.values) && { values: after.values, before: before.values }),
  ...((before.title ?? null) !== (after.title ?? null) && { title: after.title ?? null }),
  ...((before.x !== after.x || before.y !== after.y) && { x: after.x, y: after.y }),
  ...(recompute?.has(after.key) && { recomputeDelay: true }),
})

const shapeOf = ({ text, fontSize, x, y, width, height }: NotePart) => ({ text, fontSize, x, y, width, height })

/** What the server is told of a gesture. Links of deleted steps go with them, so those are not named. */
export const changesOf = (diff: Diff, ids: Ids, choices: Choices = {}): Changes => {
  const [steps, links, notes] = [sort(diff.steps), sort(diff.links), sort(diff.notes)]
  const added = new Set(steps.added.map(({ key }) => key))
  const gone = new Set(steps.removed.map(({ key }) => key))
  const endOf = (key: string) => (added.has(key) ? key : known(ids, key))
  return {
    steps: {
      add: steps.added.map((step) => newStep(ids, step)),
      change: steps.changed.map(({ before, after }) => changedStep(ids, before, after, choices)),
      remove: steps.removed.map(({ key }) => ({
        id: known(ids, key),
        ...(choices.people && { people: choices.people }),
      })),
    },
    links: {
      add: links.added.map(({ key, source, target, condition, retrigger }) => ({
        key,
        source: endOf(source),
        target: endOf(target),
        condition: condition ?? null,
        ...(retrigger && { retrigger }),
      })),
      change: links.changed.map(({ before, after }) => ({
        id: known(ids, after.key),
        condition: after.condition ?? null,
        ...(after.retrigger && !before.retrigger && { retrigger: true }),
      })),
      remove: links.removed
        .filter(({ source, target }) => !gone.has(source) && !gone.has(target))
        .map(({ key }) => known(ids, key)),
    },
    decorations: {
      add: notes.added.map((note) => ({ key: note.key, type: note.type, ...shapeOf(note) })),
      change: notes.changed.map(({ after }) => ({ id: known(ids, after.key), ...shapeOf(after) })),
      remove: notes.removed.map(({ key }) => known(ids, key)),
    },
  }
}
