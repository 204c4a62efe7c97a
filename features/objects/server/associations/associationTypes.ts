import { type House, notFound, refused, type Tx } from '@millrace/kit/server'
import { type Association, PERSON } from '../../contract/index.ts'
import type { Kind } from '../schemas/schemaRows.ts'

/** Most associations in an account. */
const MOST = 200

/** An association as the table holds it; a schema that is null stands for people. */
export type AssociationRow = {
  id: number
  name: string
  type: Association['type']
  fromSchemaId: number | null
  toSchemaId: number | null
  fromObject: string
  toObject: string
  isDefault: boolean
}

const COLUMNS = ` t.id, t.name, t.type, t.from_schema_id as "fromSchemaId", t.to_schema_id as "toSchemaId", t.is_default as "isDefault",
  coalesce(f.name, '${PERSON}') as "fromObject", coalesce(o.name, '${PERSON}') as "toObject"`

const FROM = `
from association_types t
left join object_schemas f on f.account_id = $1 and f.id = t.from_schema_id
left join object_schemas o on o.account_id = $1 and o.id = t.to_schema_id
where t.account_id = $1`

/** All associations of an account, the oldest first. */
export const allAssociations = (tx: Tx, accountId: number): Promise<AssociationRow[]> =>
  tx.rows<AssociationRow>(
    `select ${COLUMNS} ${FROM} and t.deleted_at is null order by t.account_id, t.created_at, t.id`,
    [accountId],
  )

/** One association; 404 where there is none. */
export const findAssociation = async (tx: Tx, accountId: number, id: number): Promise<AssociationRow> => {
  const row = await tx.one<AssociationRow>(`select ${COLUMNS} ${FROM} and t.deleted_at is null and t.id = $2`, [
    accountId,
    id,
  ])
  if (!row) throw notFound('There is no such association.')
  return row
}

/** One association, perhaps one that is being deleted. */
export const associationOf = (tx: Tx, accountId: number, id: number): Promise<AssociationRow | undefined> =>
  tx.one<AssociationRow>(`select ${COLUMNS} ${FROM} and t.id = $2`, [accountId, id])

/** An association as calls answer it. */
export const toAssociation = ({ fromSchemaId, toSchemaId, ...row }: AssociationRow): Association => row

/** True where a kind stands on a side of an association. */
export const hasSide = ({ fromSchemaId, toSchemaId }: AssociationRow, { schemaId }: Kind): boolean =>
  fromSchemaId === schemaId || toSchemaId === schemaId

const COUNT = `select count(*) as n from association_types where account_id = $1 and deleted_at is null`

/** Makes an association; as the default of its two kinds where they have none and it is wanted. */
const MAKE = `
insert into association_types (account_id, name, type, from_schema_id, to_schema_id, is_default, created_at)
values ($1, $2, $3, $4::bigint, $5::bigint, $6 and not exists (
  select 1 from association_types d where d.account_id = $1 and d.is_default and d.deleted_at is null
    and least(coalesce(d.from_schema_id, 0), coalesce(d.to_schema_id, 0)) = least(coalesce($4::bigint, 0), coalesce($5::bigint, 0))
    and greatest(coalesce(d.from_schema_id, 0), coalesce(d.to_schema_id, 0)) = greatest(coalesce($4::bigint, 0), coalesce($5::bigint, 0))
), $7) returning id`

/** One maker of associations at a time in an account, so that two kinds have one default. */
const MAKERS = `select pg_advisory_xact_lock(hashtext('objects.associations'), $1)`

/** An association to be made between two kinds. */
export type AssociationToMake = { name: string; type: Association['type']; from: Kind; to: Kind }

/** Makes an association; the first between two kinds is their default. */
export const makeAssociation = async (
  tx: Tx,
  house: House,
  accountId: number,
  { name, type, from, to }: AssociationToMake,
): Promise<AssociationRow> => {
  await tx.rows(MAKERS, [accountId])
  const count = (await tx.one<{ n: number }>(COUNT, [accountId]))?.n ?? 0
  if (count >= MOST) throw refused(`An account can have ${MOST} associations at the most.`)
  const values = [accountId, name, type, from.schemaId, to.schemaId, true, house.clock.now()]
  const made = await tx.one<{ id: number }>(MAKE, values)
  return findAssociation(tx, accountId, made?.id ?? 0)
}

/** The default association of two kinds, whichever way round; made as M:M where there is none. */
export const defaultAssociation = async (
  tx: Tx,
  house: House,
  accountId: number,
  from: Kind,
  to: Kind,
): Promise<AssociationRow> => {
  const find = async () =>
    (await allAssociations(tx, accountId)).find(
      (row) =>
        row.isDefault &&
        ((row.fromSchemaId === from.schemaId && row.toSchemaId === to.schemaId) ||
          (row.fromSchemaId === to.schemaId && row.toSchemaId === from.schemaId)),
    )
  const found = await find()
  if (found) return found
  await tx.rows(MAKERS, [accountId])
  const meanwhile = await find()
  if (meanwhile) return meanwhile
  return makeAssociation(tx, house, accountId, { name: `${from.name} – ${to.name}`, type: 'M:M', from, to })
}
