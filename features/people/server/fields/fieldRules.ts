import { refused, type Tx } from '@millrace/kit/server'
import { type DisplayType, defaultDisplayType } from '../../contract/index.ts'
import type { FieldRule } from '../rules/fieldValue.ts'
import { prettyTitle } from '../rules/prettyTitle.ts'

/** Most person fields in an account. */
export const MOST_FIELDS = 1000

/** All person fields of an account as rules for their values. */
const READ = `
select name, type, format, is_array as "isArray", enum_values as "enumValues", may_grow_enum as "mayGrowEnum", is_hot as "isHot"
from person_fields where account_id = $1`

/** Makes fields that nobody has made meanwhile. */
const MAKE = `
insert into person_fields (account_id, name, title, type, format, display_type, is_array, created_by, created_at)
select $1::int, u.name, u.title, u.type, u.format, u.display_type, u.is_array, u.created_by, $2
from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[], $9::text[])
  as u(name, title, type, format, display_type, is_array, created_by)
on conflict (account_id, name) do nothing`

/** The rules of an account's person fields, by name. */
export const fieldRules = async (tx: Tx, accountId: number): Promise<Map<string, FieldRule>> => {
  const rows = await tx.rows<FieldRule>(READ, [accountId])
  return new Map(rows.map((rule) => [rule.name, rule]))
}

/** How a field is shown that nobody has said it of. */
export const displayTypeOf = ({ type, format }: Pick<FieldRule, 'type' | 'format'>): DisplayType =>
  defaultDisplayType({ type, format })

/** A field to be made; `name` is clean. */
export type FieldToMake = Pick<FieldRule, 'name' | 'type' | 'format' | 'isArray'> & {
  title?: string
  /** Who makes it; a member unless told. */
  createdBy?: string
}

/** Makes fields that are missing and answers the rules of all: where another transaction was quicker, its type holds. */
export const ensureFields = async (
  tx: Tx,
  accountId: number,
  fields: readonly FieldToMake[],
  now: Date,
): Promise<Map<string, FieldRule>> => {
  const known = await fieldRules(tx, accountId)
  const missing = new Map(fields.filter(({ name }) => !known.has(name)).map((field) => [field.name, field]))
  if (!missing.size) return known
  if (known.size + missing.size > MOST_FIELDS)
    throw refused(`An account can have ${MOST_FIELDS} person fields at the most.`)
  const sorted = [...missing.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  await tx.run(
    MAKE,
    [
      accountId,
      now,
      sorted.map(({ name }) => name),
      sorted.map(({ name, title }) => title || prettyTitle(name)),
      sorted.map(({ type }) => type),
      sorted.map(({ format }) => format),
      sorted.map(displayTypeOf),
      sorted.map(({ isArray }) => isArray),
      sorted.map(({ createdBy }) => createdBy ?? 'user'),
    ],
    'people-fields-make',
  )
  return fieldRules(tx, accountId)
}
