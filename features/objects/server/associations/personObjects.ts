import type { House, Tx } from '@millrace/kit/server'
import type { PersonPart } from '@millrace/people/server'
import { PERSON } from '../../contract/index.ts'
import { allAssociations } from './associationTypes.ts'
import { cutAllOf, moveToPeople } from './cutAll.ts'
import { tiedBy } from './readTies.ts'

const PEOPLE = { name: PERSON, schemaId: null }
const PAGE = 500

/** How many ties people have on the side of an association that is theirs. */
const COUNT = `
select count(*) as n from association_types t join associations a on a.account_id = $1 and a.association_id = t.id
where t.account_id = $1 and t.deleted_at is null
  and ((t.from_schema_id is null and a.from_id = $2) or (t.to_schema_id is null and a.to_id = $2))`

/** Associations by which both of two people are tied, although the other side takes one of them only. */
const BOTH = `
select t.name from association_types t join associations a on a.account_id = $1 and a.association_id = t.id
where t.account_id = $1 and t.deleted_at is null
  and ((t.from_schema_id is null and a.has_single_to and a.from_id = any($2::bigint[]))
    or (t.to_schema_id is null and a.has_single_from and a.to_id = any($2::bigint[])))
group by t.name having count(*) > 1 order by t.name`

const dataOf = async function* (house: House, accountId: number, personId: number) {
  const all = await house.db.account(accountId, (tx) => allAssociations(tx, accountId))
  for (const row of all) {
    if (row.fromSchemaId !== null && row.toSchemaId !== null) continue
    for (let offset = 0, total = 1; offset < total; offset += PAGE) {
      const page = { limit: PAGE, offset }
      const tied = await house.db.account(accountId, (tx) => tiedBy(tx, accountId, row, PEOPLE, personId, page))
      total = tied.total
      // Of other people only that they are tied: their data is theirs.
      const things = tied.objects.map((object) => (tied.objectName === PERSON ? { id: object.id } : object))
      yield {
        of: 'associations',
        rows: things.map((object) => ({ association: row.name, kind: tied.objectName, object })),
      }
    }
  }
}

/** What objects keep of people: whom and what they are tied to. */
export const personObjects = (house: House): PersonPart => ({
  count: async (tx, accountId, personId) => {
    const row = await tx.one<{ n: number }>(COUNT, [accountId, personId])
    return [{ what: 'associations', count: row?.n ?? 0 }]
  },
  merge: (tx, accountId, { kept, gone }) => moveToPeople(tx, house, accountId, new Map([[gone, kept]])),
  ends: async (tx: Tx, accountId, kept, gone) => {
    const rows = await tx.rows<{ name: string }>(BOTH, [accountId, [kept, gone]])
    return rows.map(({ name }) => `Both are tied by “${name}”, which allows one: the tie of the one who stays is kept.`)
  },
  erase: (tx, accountId, personIds) => cutAllOf(tx, house, accountId, null, personIds),
  data: (accountId, personId) => dataOf(house, accountId, personId),
})
