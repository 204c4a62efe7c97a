import type { Change } from '@millrace/kit/jobs'
import type { House, Tx } from '@millrace/kit/server'
import { subjectsAlong, type Touched, touchedBy } from './alongTies.ts'
import { startBuild } from './buildSegment.ts'
import type { Work } from './judge.ts'
import type { Register, StoredSegment } from './register.ts'

/** One thing may be associated with a great many; beyond this all are asked anew, in pieces. */
const MOST = 5_000

const isAboutObjects = ({ kind, personId }: Change) =>
  /^(object|association)\./.test(kind) || (personId === null && /^segment\./.test(kind))

/** Objects of a segment's own kind that changed, and those that came into or left a segment. */
const ownObjects = (segment: StoredSegment, { things }: Touched, changes: readonly Change[]): number[] => {
  if (segment.kind === null) return []
  const moved = changes.flatMap(({ kind, personId, data }) =>
    personId === null && /^segment\./.test(kind) && typeof data?.objectId === 'number' ? [data.objectId] : [],
  )
  return [...(things.get(segment.kind) ?? []), ...moved]
}

const add = (work: Work, segment: StoredSegment, ids: readonly number[]) => {
  if (!ids.length) return
  const known = work.get(segment) ?? new Set<number>()
  for (const id of ids) known.add(id)
  work.set(segment, known)
}

/** Adds to the work those whom changes are about through what they are associated with, and objects themselves. */
export const addTied = async (
  tx: Tx,
  house: House,
  { dictionary, segments }: Register,
  changes: readonly Change[],
  work: Work,
): Promise<void> => {
  const hasObjects = changes.some(isAboutObjects)
  const concerned = segments.filter(({ kind, paths }) => paths.length > 0 || (hasObjects && kind !== null))
  if (!concerned.length) return
  const { accountId } = dictionary
  const touched = touchedBy(changes)
  for (const segment of concerned) {
    add(work, segment, ownObjects(segment, touched, changes))
    for (const path of segment.paths) {
      const ids = await subjectsAlong(tx, accountId, path, touched)
      if (ids.length <= MOST) add(work, segment, ids)
      else await startBuild(tx, house, { accountId, segmentId: segment.id, definition: segment.definition })
    }
  }
}
