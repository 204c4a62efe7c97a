import type { House, Tx } from '@millrace/kit/server'
import { notFound } from '@millrace/kit/server'
import type { FieldRule } from '@millrace/people/server'
import { COMPANY, isPersonName, PERSON } from '../../contract/index.ts'
import { ensureCompany } from './company.ts'

/** A kind of object as the table holds it. */
export type SchemaRow = {
  id: number
  name: string
  displayNameSingular: string
  displayNamePlural: string
  description: string
  primaryField: string
  secondaryFields: string[]
  searchableFields: string[]
  isBuiltIn: boolean
  createdAt: Date
}

/** One side of an association: people, or a kind of object. `schemaId` is null for people. */
export type Kind = { name: string; schemaId: number | null }

/** The columns of a `SchemaRow`, of a table called `s`. */
export const SCHEMA_COLUMNS = `s.id, s.name, s.display_name_singular as "displayNameSingular",
  s.display_name_plural as "displayNamePlural", s.description, s.primary_field as "primaryField",
  s.secondary_fields as "secondaryFields", s.searchable_fields as "searchableFields", s.is_built_in as "isBuiltIn",
  s.created_at as "createdAt"`

/** A kind of object by its name. */
const FIND = `
select ${SCHEMA_COLUMNS} from object_schemas s where s.account_id = $1 and lower(s.name) = lower($2) and s.deleted_at is null`

/** A kind of object by its id. */
const BY_ID = `
select ${SCHEMA_COLUMNS} from object_schemas s where s.account_id = $1 and s.id = $2 and s.deleted_at is null`

/** All kinds of objects: companies first, then in the order in which they were made. */
const ALL = `
select ${SCHEMA_COLUMNS} from object_schemas s where s.account_id = $1 and s.deleted_at is null
order by s.account_id, s.is_built_in desc, s.created_at, s.id`

/** The rules for the values of a schema's fields. */
const RULES = `
select name, type, format, is_array as "isArray", enum_values as "enumValues", may_grow_enum as "mayGrowEnum"
from object_fields where account_id = $1 and schema_id = $2`

/** All kinds of objects of an account; it has companies from now on. */
export const allSchemas = async (tx: Tx, house: House, accountId: number): Promise<SchemaRow[]> => {
  const rows = await tx.rows<SchemaRow>(ALL, [accountId])
  if (rows.some(({ isBuiltIn }) => isBuiltIn)) return rows
  await ensureCompany(tx, accountId, house.clock.now())
  return tx.rows<SchemaRow>(ALL, [accountId])
}

/** A kind of object by its name; undefined where there is none. */
export const schemaOf = async (
  tx: Tx,
  house: House,
  accountId: number,
  name: string,
): Promise<SchemaRow | undefined> => {
  const row = await tx.one<SchemaRow>(FIND, [accountId, name])
  if (row || name.toLowerCase() !== COMPANY) return row
  await ensureCompany(tx, accountId, house.clock.now())
  return tx.one<SchemaRow>(FIND, [accountId, name])
}

/** A kind of object by its id; undefined where there is none any more. */
export const schemaById = (tx: Tx, accountId: number, id: number): Promise<SchemaRow | undefined> =>
  tx.one<SchemaRow>(BY_ID, [accountId, id])

/** A kind of object by its name; 404 where there is none. */
export const findSchema = async (tx: Tx, house: House, accountId: number, name: string): Promise<SchemaRow> => {
  const row = await schemaOf(tx, house, accountId, name)
  if (!row) throw notFound(`There is no kind of object called "${name.slice(0, 60)}".`)
  return row
}

/** People or a kind of object by name; 404 where there is none. */
export const findKind = async (tx: Tx, house: House, accountId: number, name: string): Promise<Kind> => {
  if (isPersonName(name)) return { name: PERSON, schemaId: null }
  const { id, name: kept } = await findSchema(tx, house, accountId, name)
  return { name: kept, schemaId: id }
}

/** The rules for the values of a schema's fields, by name. */
export const rulesOf = async (tx: Tx, accountId: number, schemaId: number): Promise<Map<string, FieldRule>> => {
  const rows = await tx.rows<FieldRule>(RULES, [accountId, schemaId])
  return new Map(rows.map((rule) => [rule.name, rule]))
}
