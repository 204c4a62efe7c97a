import { conflict, type House, notFound, refused, type Tx } from '@millrace/kit/server'
import {
  cleanFieldName,
  defaultDisplayType,
  type FieldPatch,
  type FieldShape,
  type NewField,
  shapeRefusal,
} from '@millrace/people/contract'
import { createFields, currencyOf, deleteField, prettyTitle, updateField } from '@millrace/people/server'
import { isPersonName, type ObjectField, RESERVED_FIELDS } from '../../contract/index.ts'
import { MOST_FIELDS } from './ensureFields.ts'
import { findSchema, type SchemaRow } from './schemaRows.ts'

const COLUMNS = `name, title, type, format, display_type as "displayType", description, tooltip, icon, created_by as "createdBy",
  is_read_only as "readOnly", is_array as "array", enum_values as "enum", enum_names as "enumNames",
  may_grow_enum as "allowNewEnumValues", can_map_from as "canMapFrom", is_first_class as "firstClassField",
  created_at as "createdAt", currency,
  (select a.settings ->> 'currency' from accounts a where a.id = object_fields.account_id) as "accountCurrency"`

/** All fields of all kinds of objects of an account, the built-in ones first, in the order in which they were made. */
const LIST = `
select schema_id as "schemaId", ${COLUMNS} from object_fields where account_id = $1
order by account_id, is_first_class desc, created_at, lower(title), name`

/** One field. */
const FIND = `select ${COLUMNS} from object_fields where account_id = $1 and schema_id = $2 and name = $3 for update`

const COUNT = `select count(*) as n from object_fields where account_id = $1 and schema_id = $2`

/** Makes a field. */
const MAKE = `
insert into object_fields (account_id, schema_id, name, title, type, format, display_type, description, tooltip, icon,
  created_by, is_array, enum_values, enum_names, may_grow_enum, created_at, currency)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
on conflict (account_id, schema_id, name) do nothing returning ${COLUMNS}`

/** Changes a field. */
const CHANGE = `
update object_fields set title = $4, type = $5, format = $6, display_type = $7, description = $8, tooltip = $9, icon = $10,
  enum_values = $11, enum_names = $12, may_grow_enum = $13, currency = $14
where account_id = $1 and schema_id = $2 and name = $3 returning ${COLUMNS}`

const DELETE = `delete from object_fields where account_id = $1 and schema_id = $2 and name = $3`

/** Takes a field out of those that stand beside the primary one and those that are searched. */
const UNNAME = `
update object_schemas set secondary_fields = array_remove(secondary_fields, $3),
  searchable_fields = array_remove(searchable_fields, $3)
where account_id = $1 and id = $2`

/** Whether any object has a value in a field. */
const IN_USE = `
select 1 as is_used from objects o where o.account_id = $1 and o.schema_id = $2 and o.fields ? $3 limit 1`

/** Only person fields have indexes of their own. */
type FieldRow = Omit<ObjectField, 'createdAt' | 'hot' | 'indexed' | 'currency'> & {
  createdAt: Date
  currency: string | null
  accountCurrency: string | null
}

const toField = ({ createdAt, currency, accountCurrency, ...row }: FieldRow): ObjectField => ({
  ...row,
  currency: currencyOf(row.displayType, currency, accountCurrency),
  hot: false,
  indexed: false,
  createdAt: createdAt.toISOString(),
})

const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))

/** The fields of all kinds of objects of an account, by the kind's id. */
export const allFields = async (tx: Tx, accountId: number): Promise<Map<number, ObjectField[]>> => {
  const bySchema = new Map<number, ObjectField[]>()
  for (const { schemaId, ...row } of await tx.rows<FieldRow & { schemaId: number }>(LIST, [accountId])) {
    const fields = bySchema.get(schemaId)
    if (fields) fields.push(toField(row))
    else bySchema.set(schemaId, [toField(row)])
  }
  return bySchema
}

const refuseMisshapen = (shape: FieldShape) => {
  const reason = shapeRefusal(shape)
  if (reason) throw refused(reason)
}

const make = async (tx: Tx, accountId: number, schemaId: number, wanted: NewField, createdAt: Date) => {
  const name = cleanFieldName(wanted.name || wanted.title || '')
  if (!name || name === '__proto__') throw refused('A field needs a name with letters or digits.')
  if (RESERVED_FIELDS.includes(name)) throw refused(`Every object has "${name}" already; choose another name.`)
  const { type = 'string', format = null, array = false } = wanted
  const values = wanted.enum ?? null
  const displayType = wanted.displayType ?? defaultDisplayType({ type, format, array, enum: values })
  refuseMisshapen({ type, format, displayType, array, enum: values, enumNames: wanted.enumNames ?? null })
  const createdBy = wanted.createdBy && wanted.createdBy !== 'system' ? wanted.createdBy : 'user'
  const row = await tx.one<FieldRow>(MAKE, [
    accountId,
    schemaId,
    name,
    wanted.title || prettyTitle(name),
    type,
    format,
    displayType,
    wanted.description ?? '',
    wanted.tooltip ?? '',
    wanted.icon ?? null,
    createdBy,
    array,
    json(values),
    json(wanted.enumNames),
    wanted.allowNewEnumValues ?? false,
    createdAt,
    wanted.currency ?? null,
  ])
  if (!row) throw conflict(`There is a field "${name}" already.`)
  return toField(row)
}

/** Makes fields of a kind in the caller's transaction; all or none. */
export const makeFields = async (
  tx: Tx,
  house: House,
  accountId: number,
  schemaId: number,
  fields: readonly NewField[],
): Promise<ObjectField[]> => {
  const count = (await tx.one<{ n: number }>(COUNT, [accountId, schemaId]))?.n ?? 0
  if (count + fields.length > MOST_FIELDS) throw refused(`A kind of object can have ${MOST_FIELDS} fields at the most.`)
  const made: ObjectField[] = []
  // A millisecond apart, so that they are listed in the order in which they were given.
  const now = house.clock.now().getTime()
  for (const [index, field] of fields.entries())
    made.push(await make(tx, accountId, schemaId, field, new Date(now + index)))
  return made
}

/** Makes fields of a kind, or of people; all or none. */
export const createObjectFields = async (
  house: House,
  accountId: number,
  objectName: string,
  fields: readonly NewField[],
): Promise<ObjectField[]> => {
  if (isPersonName(objectName)) return createFields(house, accountId, fields)
  return house.db.account(accountId, async (tx) => {
    const schema = await findSchema(tx, house, accountId, objectName)
    return makeFields(tx, house, accountId, schema.id, fields)
  })
}

const findChangeable = async (tx: Tx, accountId: number, { id }: SchemaRow, name: string): Promise<FieldRow> => {
  const row = await tx.one<FieldRow>(FIND, [accountId, id, name])
  if (!row) throw notFound('There is no such field.')
  if (row.firstClassField) throw refused("This field is built in and can't be changed.")
  return row
}

/** A field as it would be after a change. A type that is changed alone is shown in its own way. */
const patched = (row: FieldRow, patch: FieldPatch): FieldRow => {
  const or = <T>(wanted: T | undefined, present: T): T => (wanted === undefined ? present : wanted)
  const type = patch.type ?? row.type
  const format = patch.format === undefined ? (type === 'string' ? row.format : null) : patch.format
  const values = or(patch.enum, row.enum)
  const isRetyped = type !== row.type || format !== row.format
  const usual = defaultDisplayType({ type, format, array: row.array, enum: values })
  return {
    ...row,
    title: patch.title ?? row.title,
    type,
    format,
    displayType: patch.displayType ?? (isRetyped ? usual : row.displayType),
    description: patch.description ?? row.description,
    tooltip: patch.tooltip ?? row.tooltip,
    icon: or(patch.icon, row.icon),
    enum: values,
    enumNames: or(patch.enumNames, patch.enum === undefined ? row.enumNames : null),
    allowNewEnumValues: patch.allowNewEnumValues ?? row.allowNewEnumValues,
    currency: or(patch.currency, row.currency),
  }
}

const checkType = async (tx: Tx, accountId: number, schemaId: number, row: FieldRow, wanted: FieldRow) => {
  refuseMisshapen(wanted)
  if (wanted.type === row.type && wanted.format === row.format) return
  // Every value fits a text without format; anything else could leave values behind that do not fit.
  const widens = wanted.type === row.type && wanted.format === null
  if (!widens && (await tx.one(IN_USE, [accountId, schemaId, row.name])))
    throw refused("The type of a field can't be changed once objects have values in it.")
}

const change = async (tx: Tx, accountId: number, schema: SchemaRow, row: FieldRow) => {
  const changed = await tx.one<FieldRow>(CHANGE, [
    accountId,
    schema.id,
    row.name,
    row.title,
    row.type,
    row.format,
    row.displayType,
    row.description,
    row.tooltip,
    row.icon,
    json(row.enum),
    json(row.enumNames),
    row.allowNewEnumValues,
    row.currency,
  ])
  return toField(changed ?? row)
}

/** Changes a field that is not built in; its type only while no object has a value in it. */
export const updateObjectField = async (
  house: House,
  accountId: number,
  objectName: string,
  name: string,
  patch: FieldPatch,
): Promise<ObjectField> => {
  if (isPersonName(objectName)) return updateField(house, accountId, name, patch)
  return house.db.account(accountId, async (tx) => {
    const schema = await findSchema(tx, house, accountId, objectName)
    const row = await findChangeable(tx, accountId, schema, name)
    const wanted = patched(row, patch)
    await checkType(tx, accountId, schema.id, row, wanted)
    return change(tx, accountId, schema, wanted)
  })
}

/** Deletes a field that is neither built in nor the primary one; its values go in the background. */
export const deleteObjectField = async (
  house: House,
  accountId: number,
  objectName: string,
  name: string,
): Promise<void> => {
  if (isPersonName(objectName)) return deleteField(house, accountId, name)
  return house.db.account(accountId, async (tx) => {
    const schema = await findSchema(tx, house, accountId, objectName)
    await findChangeable(tx, accountId, schema, name)
    if (schema.primaryField === name)
      throw refused(
        `This field names every ${schema.displayNameSingular.toLowerCase()}; choose another one for that first.`,
      )
    await tx.run(DELETE, [accountId, schema.id, name])
    await tx.run(UNNAME, [accountId, schema.id, name])
    await house.jobs.add(tx, 'objects.emptyField', { accountId, schemaId: schema.id, name })
  })
}
