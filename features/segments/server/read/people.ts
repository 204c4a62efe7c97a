import type { Tx } from '@millrace/kit/server'
import type { Person } from '@millrace/people/contract'
import { PERSON_COLUMNS, type PersonRow, toPerson } from '@millrace/people/server'

// The names of the tags that some people carry.
const TAG_NAMES = 'select id, name from tags where account_id = $1 and id = any ($2::bigint[])'

// People by their ids.
const PEOPLE = `select ${PERSON_COLUMNS} from people p where p.account_id = $1 and p.id = any ($2::bigint[])`

/** People in the order of `ids`, as calls answer them. */
export const peopleByIds = async (
  tx: Tx,
  accountId: number,
  ids: readonly number[],
): Promise<(typeof Person)['_zod']['output'][]> => {
  if (!ids.length) return []
  const rows = await tx.rows<PersonRow>(PEOPLE, [accountId, ids], 'segments-people')
  const tagIds = [...new Set(rows.flatMap(({ tags }) => tags))]
  const tags = tagIds.length
    ? await tx.rows<{ id: number; name: string }>(TAG_NAMES, [accountId, tagIds], 'segments-people-tags')
    : []
  const names = new Map(tags.map(({ id, name }) => [id, name]))
  const byId = new Map(rows.map((row) => [row.id, toPerson(row, names)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
