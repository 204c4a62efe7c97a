import type { Diff, Edit, LinkPart, NotePart, StepPart } from './document.ts'

/** The server's calls, as the canvas needs them. Ids are the server's. */
export type FlowApi = {
  createStep(step: StepPart): Promise<number>
  updateStep(id: number, before: StepPart, after: StepPart): Promise<void>
  deleteStep(id: number): Promise<void>
  createLink(link: LinkPart, source: number, target: number): Promise<number>
  deleteLink(id: number): Promise<void>
  createNote(note: NotePart): Promise<number>
  updateNote(id: number, after: NotePart): Promise<void>
  deleteNote(id: number): Promise<void>
}

/** Which server id a part has now. */
export type Ids = Map<string, number>

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

const idOf = (ids: Ids, key: string): number => {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`"${key}" was never saved.`)
  return id
}

/**
 * Saves one gesture, in an order that never leaves a link without its steps: steps come before links, links go before steps.
 * Deleting a step deletes its links on the server too, so those are only forgotten here.
 */
export const save = async (api: FlowApi, ids: Ids, diff: Diff): Promise<void> => {
  const steps = sort(diff.steps)
  const links = sort(diff.links)
  const notes = sort(diff.notes)
  for (const step of steps.added) ids.set(step.key, await api.createStep(step))
  for (const note of notes.added) ids.set(note.key, await api.createNote(note))
  for (const { before, after } of steps.changed) await api.updateStep(idOf(ids, after.key), before, after)
  for (const { after } of notes.changed) await api.updateNote(idOf(ids, after.key), after)
  const gone = new Set(steps.removed.map(({ key }) => key))
  for (const link of links.removed) {
    if (!gone.has(link.source) && !gone.has(link.target)) await api.deleteLink(idOf(ids, link.key))
    ids.delete(link.key)
  }
  for (const { before, after } of links.changed) {
    await api.deleteLink(idOf(ids, before.key))
    ids.set(after.key, await api.createLink(after, idOf(ids, after.source), idOf(ids, after.target)))
  }
  for (const link of links.added)
    ids.set(link.key, await api.createLink(link, idOf(ids, link.source), idOf(ids, link.target)))
  for (const step of steps.removed) {
    await api.deleteStep(idOf(ids, step.key))
    ids.delete(step.key)
  }
  for (const note of notes.removed) {
    await api.deleteNote(idOf(ids, note.key))
    ids.delete(note.key)
  }
}
