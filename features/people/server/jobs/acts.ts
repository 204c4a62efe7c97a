import type { House, Tx } from '@millrace/kit/server'
import type { PeopleJobKind } from '../../contract/index.ts'
import { addTags, removeTags } from '../tags/movePersonTags.ts'
import { archivePeople, erasePeople, restorePeople } from '../verbs/movePeople.ts'

/** What is done to many people. */
export type Act = { kind: Exclude<PeopleJobKind, 'export'>; tags: readonly string[] }

/** Does it to people; answers how many moves that were. */
export const act = (
  tx: Tx,
  house: House,
  accountId: number,
  { kind, tags }: Act,
  ids: readonly number[],
): Promise<number> => {
  if (kind === 'archive') return archivePeople(tx, house, accountId, ids)
  if (kind === 'restore') return restorePeople(tx, house, accountId, ids)
  if (kind === 'delete') return erasePeople(tx, house, accountId, ids)
  const pairs = ids.flatMap((personId) => tags.map((tag) => ({ personId, tag })))
  return kind === 'tag' ? addTags(tx, house, accountId, pairs) : removeTags(tx, house, accountId, pairs)
}
