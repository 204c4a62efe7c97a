import { isDeepStrictEqual } from 'node:util'
import type { House, Tx } from '@millrace/kit/server'
import type { Conditions } from '../../contract/index.ts'
import { ensureAutoSegments } from '../autoSegments.ts'
import { insertSegment } from '../verbs/createSegment.ts'
import type { PackedSegment } from './packSegments.ts'

/** What became of segments that were taken in. */
export type UnpackedSegments = {
  /** Ids by the ids that they were carried under; without those that cannot be here. */
  ids: Map<number, number>
  made: { id: number; name: string }[]
  /** Names of those that ask for what is not in this account. */
  dropped: string[]
}

type Options = {
  /** Conditions as they are said in this account, given the ids of segments so far; undefined where they cannot be said. */
  rewrite(conditions: Conditions, ids: ReadonlyMap<number, number>): Conditions | undefined
  names: {
    /** Whether a name is the wanted one, or one that a copy of it got. */
    isSame(name: string, wanted: string): boolean
    /** A name that is free. */
    free(name: string, isTaken: (name: string) => boolean): string
  }
}

/** The account's own segments. */
const OWN = `select id, name, conditions from segments where account_id = $1 and not is_auto and object_name = 'person'
  order by account_id, id`

const plain = (conditions: Conditions): unknown =>
  JSON.parse(JSON.stringify(conditions, (key, value: unknown) => (key === 'uuid' ? undefined : value)))

type Own = { id: number; name: string; conditions: Conditions }

/**
 * Takes segments in, inner ones first. One that is there already by its name and means the same is used as it is; a namesake
 * that means something else stays, and the new one is called a copy. Segments of objects are not carried.
 */
export const unpackSegments = async (
  tx: Tx,
  house: House,
  accountId: number,
  packed: readonly PackedSegment[],
  { rewrite, names }: Options,
): Promise<UnpackedSegments> => {
  const result: UnpackedSegments = { ids: new Map(), made: [], dropped: [] }
  if (!packed.length) return result
  await ensureAutoSegments(tx, house, accountId)
  const own = await tx.rows<Own>(OWN, [accountId], 'segments-own')
  const taken = new Set(own.map(({ name }) => name))
  for (const { id, name, color, objectName, isAuto, conditions } of packed) {
    if (isAuto) {
      result.ids.set(id, id)
      continue
    }
    const said = objectName === 'person' ? rewrite(conditions, result.ids) : undefined
    if (!said) {
      result.dropped.push(name)
      continue
    }
    const same = own.find(
      (one) => names.isSame(one.name, name) && isDeepStrictEqual(plain(one.conditions), plain(said)),
    )
    const wanted = { name: same?.name ?? names.free(name, (one) => taken.has(one)), color, conditions: said }
    const made = same?.id ?? (await insertSegment(tx, house, accountId, wanted))
    result.ids.set(id, made)
    if (same) continue
    taken.add(wanted.name)
    result.made.push({ id: made, name: wanted.name })
  }
  return result
}
