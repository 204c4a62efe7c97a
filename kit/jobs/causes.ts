import type { Tx } from '../server/database.ts'
import type { Change, NewChange } from './reactor.ts'
import { subjectOf } from './subject.ts'

/** Why something changed: a flow did it, so many flows after what somebody did outside. */
export type Cause = { flowId: number; depth: number }

type Notes = { changed: Set<number>; causeOf?: (subject: number) => Cause | undefined }

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
  causeOf: (subject: number) => Cause | undefined,
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

/** Whom a transaction has recorded changes about that nobody has seen yet: people, and objects by the negative of their ids. */
export const changedIn = (tx: Tx): ReadonlySet<number> => notesOf(tx).changed

/** What caused a change; undefined where it came from outside. */
export const causeOf = ({ data }: Pick<Change, 'data'>): Cause | undefined => {
  const by = data?.by as Partial<Cause> | undefined
  return typeof by?.flowId === 'number' && typeof by.depth === 'number'
    ? { flowId: by.flowId, depth: by.depth }
    : undefined
}

type Carried = Record<string, unknown> | null

/** Data with their cause; those that follow each other and carry the same are the same object. */
const carrying = (): ((data: Carried | undefined, by: Cause) => Carried) => {
  let last: { data: Carried | undefined; by: Cause; carried: Carried } | undefined
  return (data, by) => {
    if (last?.data === data && last?.by.flowId === by.flowId && last.by.depth === by.depth) return last.carried
    last = { data, by, carried: { ...data, by } }
    return last.carried
  }
}

/** Notes changes that are about to be written; answers what each carries. */
export const noteChanges = (tx: Tx, changes: readonly NewChange[]): Carried[] => {
  const own = notesOf(tx)
  const carry = carrying()
  return changes.map((change) => {
    const { data } = change
    const subject = subjectOf(change)
    if (subject === null) return data ?? null
    own.changed.add(subject)
    const by = own.causeOf?.(subject)
    return by ? carry(data, by) : (data ?? null)
  })
}

/** News about somebody or something carry on what caused the changes that they follow from. */
export const inherit = (news: readonly NewChange[], from: readonly Change[]): NewChange[] => {
  const causes = new Map<number, Cause>()
  for (const change of from) {
    const subject = subjectOf(change)
    const by = subject === null ? undefined : causeOf(change)
    if (by && subject !== null && by.depth > (causes.get(subject)?.depth ?? 0)) causes.set(subject, by)
  }
  if (!causes.size) return [...news]
  return news.map((one) => {
    const by = causes.get(subjectOf(one) ?? 0)
    return by ? { ...one, data: { ...one.data, by } } : one
  })
}
