import type { Tx } from '../server/database.ts'
import type { Change, NewChange } from './reactor.ts'

/** Why something changed: a flow did it, so many flows after what somebody did outside. */
export type Cause = { flowId: number; depth: number }

type Notes = { changed: Set<number>; causeOf?: (personId: number) => Cause | undefined }

const notes = new WeakMap<Tx, Notes>()

const notesOf = (tx: Tx): Notes => {
  const known = notes.get(tx)
  if (known) return known
  const fresh: Notes = { changed: new Set() }
  notes.set(tx, fresh)
  return fresh
}

/** Does work whose changes are all caused by the same thing; they say so in `data.by`. */
export const becauseOf = async <T>(
  tx: Tx,
  causeOf: (personId: number) => Cause | undefined,
  work: () => Promise<T>,
): Promise<T> => {
  const own = notesOf(tx)
  const before = own.causeOf
  own.causeOf = causeOf
  try {
    return await work()
  } finally {
    own.causeOf = before
  }
}

/** People about whom a transaction has recorded changes that nobody has seen yet. */
export const changedIn = (tx: Tx): ReadonlySet<number> => notesOf(tx).changed

/** What caused a change; undefined where it came from outside. */
export const causeOf = ({ data }: Pick<Change, 'data'>): Cause | undefined => {
  const by = data?.by as Partial<Cause> | undefined
  return typeof by?.flowId === 'number' && typeof by.depth === 'number'
    ? { flowId: by.flowId, depth: by.depth }
    : undefined
}

/** Notes changes that are about to be written; answers what each carries. */
export const noteChanges = (tx: Tx, changes: readonly NewChange[]): (Record<string, unknown> | null)[] => {
  const own = notesOf(tx)
  return changes.map(({ personId, data }) => {
    if (personId === null) return data ?? null
    own.changed.add(personId)
    const by = own.causeOf?.(personId)
    return by ? { ...data, by } : (data ?? null)
  })
}

/** News about people carry on what caused the changes that they follow from. */
export const inherit = (news: readonly NewChange[], from: readonly Change[]): NewChange[] => {
  const causes = new Map<number, Cause>()
  for (const change of from) {
    const by = change.personId === null ? undefined : causeOf(change)
    if (by && by.depth > (causes.get(change.personId as number)?.depth ?? 0)) causes.set(change.personId as number, by)
  }
  if (!causes.size) return [...news]
  return news.map((one) => {
    const by = one.personId === null ? undefined : causes.get(one.personId)
    return by ? { ...one, data: { ...one.data, by } } : one
  })
}
