import { conflict, type House, notFound, refused, type Tx } from '@millrace/kit/server'
import { cleanFieldName, type FieldPatch, type NewField, type PersonField } from '../../contract/index.ts'
import { prettyTitle } from '../rules/prettyTitle.ts'
import { displayTypeOf, MOST_FIELDS } from './fieldRules.ts'

const COLUMNS = `name, title, type, format, display_type, description, tooltip, icon, created_by, is_read_only, is_array,
  enum_values, enum_names, may_grow_enum, can_map_from, is_first_class, created_at`

/** All fields, the built-in ones first, in the order in which they were made. */
const LIST = `
select ${COLUMNS} from person_fields where account_id = $1
order by account_id, is_first_class desc, created_at, lower(title), name`

/** One field. */
const FIND = `select ${COLUMNS} from person_fields where account_id = $1 and name = $2 for update`

const COUNT = `select count(*) as n from person_fields where account_id = $1`

/** Makes a field. */
const MAKE = `
insert into person_fields (account_id, name, title, type, format, display_type, description, tooltip, icon, created_by,
  is_array, enum_values, enum_names, may_grow_enum, created_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
on conflict (account_id, name) do nothing returning ${COLUMNS}`

/** Changes a field. */
const CHANGE = `
update person_fields set title = $3, type = $4, format = $5, display_type = $6, description = $7, tooltip = $8,
  icon = $9, enum_values = $10, enum_names = $11, may_grow_enum = $12
where account_id = $1 and name = $2 returning ${COLUMNS}`

const DELETE = `delete from person_fields where account_id = $1 and name = $2`

/** Whether anybody has a value in a field. */
const IN_USE = `select 1 as is_used from people p where p.account_id = $1 and p.fields ? $2 limit 1`

type FieldRow = {
  name: string
  title: string
  type: PersonField['type']
  format: PersonField['format']
  display_type: PersonField['displayType']
  description: string
  tooltip: string
  icon: string | null
  created_by: string
  is_read_only: boolean
  is_array: boolean
  enum_values: (string | number)[] | null
  enum_names: string[] | null
  may_grow_enum: boolean
  can_map_from: boolean
  is_first_class: boolean
  created_at: Date
}

const toField = (row: FieldRow): PersonField => ({
  name: row.name,
  title: row.title,
  type: row.type,
  format: row.format,
  displayType: row.display_type,
  description: row.description,
  tooltip: row.tooltip,
  icon: row.icon,
  createdBy: row.created_by,
  readOnly: row.is_read_only,
  array: row.is_array,
  enum: row.enum_values,
  enumNames: row.enum_names,
  allowNewEnumValues: row.may_grow_enum,
  canMapFrom: row.can_map_from,
  firstClassField: row.is_first_class,
  createdAt: row.created_at.toISOString(),
})

/** All person fields of an account. */
export const listFields = (house: House, accountId: number): Promise<PersonField[]> =>
  house.db.account(accountId, async (tx) => (await tx.rows<FieldRow>(LIST, [accountId])).map(toField))

const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))

const make = async (tx: Tx, house: House, accountId: number, wanted: NewField): Promise<PersonField> => {
  const name = cleanFieldName(wanted.name || wanted.title || '')
  if (!name || name === '__proto__') throw refused('A field needs a name with letters or digits.')
  const { type = 'string', format = null } = wanted
  if (format && type !== 'string') throw refused('Only a text field can be a date.')
  const createdBy = wanted.createdBy && wanted.createdBy !== 'system' ? wanted.createdBy : 'user'
  const row = await tx.one<FieldRow>(MAKE, [
    accountId,
    name,
    wanted.title || prettyTitle(name),
    type,
    format,
    wanted.displayType ?? displayTypeOf({ type, format }),
    wanted.description ?? '',
    wanted.tooltip ?? '',
    wanted.icon ?? null,
    createdBy,
    wanted.array ?? false,
    json(wanted.enum),
    json(wanted.enumNames),
    wanted.allowNewEnumValues ?? false,
    house.clock.now(),
  ])
  if (!row) throw conflict(`There is a field "${name}" already.`)
  return toField(row)
}

/** Makes fields; all or none. */
export const createFields = (house: House, accountId: number, fields: readonly NewField[]): Promise<PersonField[]> =>
  house.db.account(accountId, async (tx) => {
    const count = (await tx.one<{ n: number }>(COUNT, [accountId]))?.n ?? 0
    if (count + fields.length > MOST_FIELDS)
      throw refused(`An account can have ${MOST_FIELDS} person fields at the most.`)
    const made: PersonField[] = []
    for (const field of fields) made.push(await make(tx, house, accountId, field))
    return made
  })

const findChangeable = async (tx: Tx, accountId: number, name: string): Promise<FieldRow> => {
  const row = await tx.one<FieldRow>(FIND, [accountId, name])
  if (!row) throw notFound('There is no such field.')
  if (row.created_by === 'system' || row.is_first_class || row.name === 'unsubscribeReason')
    throw refused("This field is built in and can't be changed.")
  return row
}

const checkType = async (tx: Tx, accountId: number, row: FieldRow, patch: FieldPatch) => {
  const type = patch.type ?? row.type
  const format = patch.format === undefined ? row.format : patch.format
  if (format && type !== 'string') throw refused('Only a text field can be a date.')
  if (type === row.type && format === row.format) return
  // Every value fits a text without format; anything else could leave values behind that do not fit.
  const widens = type === row.type && format === null
  if (!widens && (await tx.one(IN_USE, [accountId, row.name])))
    throw refused("The type of a field can't be changed once people have values in it.")
}

/** Changes a field that is not built in; its type only while nobody has a value in it. */
export const updateField = (house: House, accountId: number, name: string, patch: FieldPatch): Promise<PersonField> =>
  house.db.account(accountId, async (tx) => {
    const row = await findChangeable(tx, accountId, name)
    await checkType(tx, accountId, row, patch)
    const or = <T>(wanted: T | undefined, present: T): T => (wanted === undefined ? present : wanted)
    const changed = await tx.one<FieldRow>(CHANGE, [
      accountId,
      name,
      patch.title ?? row.title,
      patch.type ?? row.type,
      or(patch.format, row.format),
      patch.displayType ?? row.display_type,
      patch.description ?? row.description,
      patch.tooltip ?? row.tooltip,
      or(patch.icon, row.icon),
      json(or(patch.enum, row.enum_values)),
      json(or(patch.enumNames, row.enum_names)),
      patch.allowNewEnumValues ?? row.may_grow_enum,
    ])
    return toField(changed ?? row)
  })

/** Deletes a field that is not built in; its values go in the background. */
export const deleteField = (house: House, accountId: number, name: string): Promise<void> =>
  house.db.account(accountId, async (tx) => {
    await findChangeable(tx, accountId, name)
    await tx.run(DELETE, [accountId, name])
    await house.jobs.add(tx, 'people.emptyField', { accountId, name })
  })
