import { conflict, type House, notFound, refused, type Tx } from '@millrace/kit/server'
import {
  cleanFieldName,
  defaultDisplayType,
  type FieldPatch,
  type NewField,
  type PersonField,
  shapeRefusal,
} from '../../contract/index.ts'
import { nameKeepersOf } from '../ports.ts'
import { prettyTitle } from '../rules/prettyTitle.ts'
import { checkValues, isSame } from './checkValues.ts'
import { FIELD_COLUMNS, type FieldRow, ruleOf, toField } from './fieldRow.ts'
import { MOST_FIELDS } from './fieldRules.ts'

/** All fields, the built-in ones first, in the order in which they were made. */
const LIST = `
select ${FIELD_COLUMNS} from person_fields where account_id = $1
order by account_id, is_first_class desc, created_at, lower(title), name`

/** One field. */
const FIND = `select ${FIELD_COLUMNS} from person_fields where account_id = $1 and name = $2 for update`

const COUNT = `select count(*) as n from person_fields where account_id = $1`

/** Makes a field. */
const MAKE = `
insert into person_fields (account_id, name, title, type, format, display_type, description, tooltip, icon, enum_values,
  enum_names, may_grow_enum, is_hot_wanted, currency, created_by, is_array, created_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
on conflict (account_id, name) do nothing returning ${FIELD_COLUMNS}`

/** Changes a field. */
const CHANGE = `
update person_fields set title = $3, type = $4, format = $5, display_type = $6, description = $7, tooltip = $8,
  icon = $9, enum_values = $10, enum_names = $11, may_grow_enum = $12, is_hot_wanted = $13, currency = $14,
  is_hot = is_hot and $15
where account_id = $1 and name = $2 returning ${FIELD_COLUMNS}`

const DELETE = `delete from person_fields where account_id = $1 and name = $2`

/** All person fields of an account. */
export const listFields = (house: House, accountId: number): Promise<PersonField[]> =>
  house.db.account(accountId, async (tx) => (await tx.rows<FieldRow>(LIST, [accountId])).map(toField))

const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))

const refuseMisshapen = (row: FieldRow) => {
  const { type, format, display_type, is_array, enum_values, enum_names } = row
  const refusal = shapeRefusal({
    type,
    format,
    displayType: display_type,
    array: is_array,
    enum: enum_values,
    enumNames: enum_names,
  })
  if (refusal) throw refused(refusal)
}

const or = <T>(wanted: T | undefined, present: T): T => (wanted === undefined ? present : wanted)

/** A field as it would be after a change. A type that is changed alone is shown in its own way. */
const patched = (row: FieldRow, patch: FieldPatch): FieldRow => {
  const type = patch.type ?? row.type
  const format = patch.format === undefined ? (patch.type && patch.type !== 'string' ? null : row.format) : patch.format
  const enum_values = or(patch.enum, row.enum_values)
  const isRetyped = type !== row.type || format !== row.format
  const usual = defaultDisplayType({ type, format, array: row.is_array, enum: enum_values })
  return {
    ...row,
    title: patch.title ?? row.title,
    type,
    format,
    display_type: patch.displayType ?? (isRetyped ? usual : row.display_type),
    description: patch.description ?? row.description,
    tooltip: patch.tooltip ?? row.tooltip,
    icon: or(patch.icon, row.icon),
    enum_values,
    enum_names: or(patch.enumNames, patch.enum === undefined ? row.enum_names : null),
    may_grow_enum: patch.allowNewEnumValues ?? row.may_grow_enum,
    is_hot_wanted: patch.hot ?? row.is_hot_wanted,
    currency: or(patch.currency, row.currency),
  }
}

const changeable = (row: FieldRow) => [
  row.title,
  row.type,
  row.format,
  row.display_type,
  row.description,
  row.tooltip,
  row.icon,
  json(row.enum_values),
  json(row.enum_names),
  row.may_grow_enum,
  row.is_hot_wanted,
  row.currency,
]

const nameOrRefuse = (wanted: NewField) => {
  const name = cleanFieldName(wanted.name || wanted.title || '')
  if (!name || name === '__proto__') throw refused('A field needs a name with letters or digits.')
  return name
}

const newRow = (house: House, name: string, wanted: NewField): FieldRow => {
  const { type = 'string', format = null, array = false } = wanted
  return {
    name,
    title: wanted.title || prettyTitle(name),
    type,
    format,
    display_type: wanted.displayType ?? defaultDisplayType({ type, format, array, enum: wanted.enum }),
    description: wanted.description ?? '',
    tooltip: wanted.tooltip ?? '',
    icon: wanted.icon ?? null,
    created_by: wanted.createdBy && wanted.createdBy !== 'system' ? wanted.createdBy : 'user',
    is_read_only: false,
    is_array: array,
    enum_values: wanted.enum ?? null,
    enum_names: wanted.enumNames ?? null,
    may_grow_enum: wanted.allowNewEnumValues ?? false,
    can_map_from: true,
    is_first_class: false,
    is_hot_wanted: wanted.hot ?? false,
    is_hot: false,
    created_at: house.clock.now(),
    currency: wanted.currency ?? null,
    account_currency: null,
  }
}

/** Whoever wants an index gets it in the background, and an index that nobody wants any more goes. */
const tendSoon = (tx: Tx, house: House) => house.jobs.add(tx, 'people.tendFields', {}, { key: 'people.tendFields' })

const make = async (tx: Tx, house: House, accountId: number, wanted: NewField): Promise<PersonField> => {
  const row = newRow(house, nameOrRefuse(wanted), wanted)
  refuseMisshapen(row)
  const values = [accountId, row.name, ...changeable(row), row.created_by, row.is_array, row.created_at]
  const made = await tx.one<FieldRow>(MAKE, values)
  if (!made) throw conflict(`There is a field "${row.name}" already.`)
  if (row.is_hot_wanted) await tendSoon(tx, house)
  return toField(made)
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

/** Whether values that fitted a field before may not fit it any more, or mean something else. */
const isStricter = (before: FieldRow, after: FieldRow) => {
  if (before.type !== after.type || before.format !== after.format) return true
  if (!after.enum_values?.length || after.may_grow_enum) return false
  const wereHeld = before.enum_values?.length && !before.may_grow_enum
  return !wereHeld || !before.enum_values?.every((value) => after.enum_values?.includes(value))
}

/** Lets the values of a field follow its new type: they are written anew in the background, and segments asked again. */
const follow = async (tx: Tx, house: House, accountId: number, before: FieldRow, after: FieldRow) => {
  if (!isStricter(before, after)) return
  const { isRewritten, isUsed } = await checkValues(tx, accountId, ruleOf(after))
  if (isRewritten) await house.jobs.add(tx, 'people.refitField', { accountId, name: after.name })
  if (!isUsed || (before.type === after.type && before.format === after.format)) return
  for (const keeper of nameKeepersOf(house)) await keeper.fieldChanged?.(tx, accountId, after.name)
}

/**
 * Changes a field that is not built in. Its type and choices change only where everybody's value fits them; else it is
 * refused with counts.
 */
export const updateField = (house: House, accountId: number, name: string, patch: FieldPatch): Promise<PersonField> =>
  house.db.account(accountId, async (tx) => {
    const row = await findChangeable(tx, accountId, name)
    const wanted = patched(row, patch)
    refuseMisshapen(wanted)
    const isSameKind = row.type === wanted.type && row.format === wanted.format
    const changed = await tx.one<FieldRow>(CHANGE, [accountId, name, ...changeable(wanted), isSameKind])
    await follow(tx, house, accountId, row, wanted)
    const isTended = !isSameKind || row.is_hot_wanted !== wanted.is_hot_wanted
    if (isTended && !isSame(row, wanted)) await tendSoon(tx, house)
    return toField(changed ?? row)
  })

/** Deletes a field that is not built in; its values go in the background. */
export const deleteField = (house: House, accountId: number, name: string): Promise<void> =>
  house.db.account(accountId, async (tx) => {
    const row = await findChangeable(tx, accountId, name)
    await tx.run(DELETE, [accountId, name])
    await house.jobs.add(tx, 'people.emptyField', { accountId, name, at: house.clock.now() })
    if (row.is_hot) await tendSoon(tx, house)
  })
