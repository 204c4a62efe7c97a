import type { Change } from '@millrace/kit/jobs'
import type { Tx } from '@millrace/kit/server'
import type { Conditions } from '../../contract/index.ts'
import type { Dictionary, Kind } from '../compile/dictionary.ts'
import { subjectsAlong, touchedBy } from './alongTies.ts'
import { pathsOf } from './paths.ts'

/**
 * Those whose answer to conditions changes may have turned through what they are associated with: people (of no kind) or objects
 * of a kind, by id.
 */
export const concernedAlong = async (
  tx: Tx,
  conditions: Conditions,
  dictionary: Dictionary,
  changes: readonly Change[],
  kind: Kind = null,
): Promise<ReadonlySet<number>> => {
  const those = new Set<number>()
  const paths = pathsOf(conditions, kind, dictionary)
  if (!paths.length) return those
  const touched = touchedBy(changes)
  for (const path of paths) for (const id of await subjectsAlong(tx, dictionary.accountId, path, touched)) those.add(id)
  return those
}
