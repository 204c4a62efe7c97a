import { notFound, type Tx } from '@millrace/kit/server'
import { readPeople } from '@millrace/people/server'
import type { Associated, ObjectRecord } from '../../contract/index.ts'
import type { Kind } from '../schemas/schemaRows.ts'
import { OBJECT_COLUMNS, type ObjectRow, toObject } from '../verbs/objectShape.ts'
import { type AssociationRow, allAssociations, hasSide, toAssociation } from './associationTypes.ts'

/** What is tied to something by one association; `total` counts all that is. */
export type Tied = Associated

type Page = { limit: number; offset: number }

const FIRST: Page = { limit: 20, offset: 0 }

const FROM_SIDE = `
  select f.to_id as id, f.created_at as tied_at from associations f
  where f.account_id = $1 and f.association_id = $2 and f.from_id = $3`

const TO_SIDE = `
  select t.from_id as id, t.created_at as tied_at from associations t
  where t.account_id = $1 and t.association_id = $2 and t.to_id = $3`

/** Which sides something of a kind stands on: both where the association ties a kind to itself. */
const sidesOf = (row: AssociationRow, { schemaId }: Kind): string =>
  [row.fromSchemaId === schemaId && FROM_SIDE, row.toSchemaId === schemaId && TO_SIDE].filter(Boolean).join(' union ')

const otherSide = (row: AssociationRow, { schemaId }: Kind) =>
  row.fromSchemaId === schemaId
    ? { schemaId: row.toSchemaId, name: row.toObject }
    : { schemaId: row.fromSchemaId, name: row.fromObject }

const countTied = async (tx: Tx, source: string, values: unknown[]) =>
  (await tx.one<{ n: number }>(`select count(*) as n from ${source}`, values))?.n ?? 0

const tiedPeople = async (tx: Tx, accountId: number, sides: string, values: unknown[], page: Page) => {
  const source = `(${sides}) a join people p on p.id = a.id where p.account_id = $1 and p.archived_at is null`
  const rows = await tx.rows<{ id: number }>(
    `select p.id from ${source} order by a.tied_at desc, p.id desc limit $4 offset $5`,
    [...values, page.limit, page.offset],
  )
  const ids = rows.map(({ id }) => id)
  const people = (await readPeople(tx, accountId, ids)) as unknown as (ObjectRecord & { userId: string | null })[]
  return {
    objects: people.map((person) => ({ ...person, externalId: person.userId })),
    total: await countTied(tx, source, values),
  }
}

const tiedObjects = async (tx: Tx, sides: string, values: unknown[], page: Page) => {
  const source = `(${sides}) a join objects o on o.id = a.id where o.account_id = $1 and o.archived_at is null`
  const rows = await tx.rows<ObjectRow>(
    `select ${OBJECT_COLUMNS} from ${source} order by a.tied_at desc, o.id desc limit $4 offset $5`,
    [...values, page.limit, page.offset],
  )
  return { objects: rows.map((row) => toObject(row)), total: await countTied(tx, source, values) }
}

/**
 * What something is tied to by one association, the newest first, without the archived. 404 where the association is not
 * one of its kind.
 */
export const tiedBy = async (
  tx: Tx,
  accountId: number,
  row: AssociationRow,
  kind: Kind,
  id: number,
  page: Page = FIRST,
): Promise<Tied> => {
  if (!hasSide(row, kind)) throw notFound('There is no such association.')
  const other = otherSide(row, kind)
  const sides = sidesOf(row, kind)
  const values = [accountId, row.id, id]
  const tied =
    other.schemaId === null
      ? await tiedPeople(tx, accountId, sides, values, page)
      : await tiedObjects(tx, sides, values, page)
  return { association: toAssociation(row), objectName: other.name, ...tied }
}

/** What something is tied to by each association of its kind: the newest 20 of each; associations without any are there too. */
export const allTied = async (tx: Tx, accountId: number, kind: Kind, id: number): Promise<Tied[]> => {
  const tied: Tied[] = []
  for (const row of await allAssociations(tx, accountId))
    if (hasSide(row, kind)) tied.push(await tiedBy(tx, accountId, row, kind, id))
  return tied
}

/** The objects that a person is tied to, by association; associations between people are left out. */
export const objectsOfPerson = async (tx: Tx, accountId: number, personId: number): Promise<Tied[]> => {
  const tied = await allTied(tx, accountId, { name: 'person', schemaId: null }, personId)
  return tied.filter(({ association }) => association.fromObject !== association.toObject)
}
