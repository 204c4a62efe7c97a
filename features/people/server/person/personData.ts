import { type House, notFound } from '@millrace/kit/server'
import { readPeople } from '../verbs/readPeople.ts'
import type { DataPage, PersonParts } from './parts.ts'

/** The keys of a person beyond those in the row. */
const KEYS = `
select f.kind, f.key, f.at from person_former_keys f where f.account_id = $1 and f.person_id = $2
union all select 'anonymousId', a.anonymous_id, null from person_aliases a where a.account_id = $1 and a.person_id = $2`

async function* pagesOf(house: House, parts: PersonParts, accountId: number, id: number): AsyncGenerator<DataPage> {
  const keys = await house.db.account(accountId, (tx) => tx.rows(KEYS, [accountId, id]))
  if (keys.length) yield { of: 'formerKeys', rows: keys }
  for (const part of parts()) yield* part.data(accountId, id)
}

/** The file, piece by piece: pages of one heading become one list. */
async function* asJson(person: object, at: Date, pages: AsyncIterable<DataPage>): AsyncGenerator<string> {
  yield `{\n"exportedAt": ${JSON.stringify(at)},\n"person": ${JSON.stringify(person, null, 1)}`
  let open: string | undefined
  for await (const { of, rows } of pages) {
    if (!rows.length) continue
    const list = rows.map((row) => JSON.stringify(row)).join(',\n')
    yield of === open ? `,\n${list}` : `${open === undefined ? '' : '\n]'},\n${JSON.stringify(of)}: [\n${list}`
    open = of
  }
  yield open === undefined ? '\n}\n' : '\n]\n}\n'
}

/** Everything that is kept of a person, as the pieces of one JSON text; 404 where there is no such person. */
export const personData = async (
  house: House,
  parts: PersonParts,
  accountId: number,
  id: number,
): Promise<AsyncGenerator<string>> => {
  const [person] = await house.db.account(accountId, (tx) => readPeople(tx, accountId, [id]))
  if (!person) throw notFound('There is no such person.')
  return asJson(person, house.clock.now(), pagesOf(house, parts, accountId, id))
}
