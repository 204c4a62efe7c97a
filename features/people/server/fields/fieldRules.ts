import { refused, type Tx } from '@millrace/kit/server'
import { type FieldRule, guessField } from '../rules/fieldValue.ts'
import { prettyTitle } from '../rules/prettyTitle.ts'

/** Most person fields in an account. */
export const MOST_FIELDS = 1000

/** All person fields of an account as rules for their values. */
const READ = `
select name, type, format, is_array as "isArray", enum_values as "enumValues", may_grow_enum as "mayGrowEnum"
from person_fields where account_id = $1`

/** Makes fields that nobody has made meanwhile. */
const MAKE = `
insert into person_fields (account_id, name, title, type, format, display_type, is_array, created_by, created_at)
select $1::int, u.name, u.title, u.type, u.format, u.display_type, u.is_array, 'user', $2
from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[])
  as u(name, title, type, format, display_type, is_array)
on conflict (account_id, name) do nothing`

/** The rules of an account's person fields, by name. */
export const fieldRules = async (tx: Tx, accountId: number): Promise<Map<string, FieldRule>> => {
  const rows = await tx.rows<FieldRule>(READ, [accountId], 'people-field-rules')
  return new Map(rows.map((rule) => [rule.name, rule]))
}

/** How a field is shown that nobody has said it of. */
export const displayTypeOf = ({ type, format }: Pick<FieldRule, 'type' | 'format'>): string => {
  if (format) return format === 'date' ? 'date' : 'datetime'
  if (type === 'boolean') return 'checkbox'
  return type === 'string' || type === 'any' ? 'text' : type
}

/**
 * Makes fields for first values, their types guessed, and answers the rules of all fields: where another transaction was
 * quicker, its type holds.
 */
export const makeFields = async (
  tx: Tx,
  accountId: number,
  firstValues: ReadonlyMap<string, unknown>,
  known: ReadonlyMap<string, FieldRule>,
  now: Date,
): Promise<Map<string, FieldRule>> => {
  if (known.size + firstValues.size > MOST_FIELDS)
    throw refused(`An account can have ${MOST_FIELDS} person fields at the most.`)
  const names = [...firstValues.keys()].sort()
  const guesses = names.map((name) => guessField(firstValues.get(name)))
  await tx.run(
    MAKE,
    [
      accountId,
      now,
      names,
      names.map(prettyTitle),
      guesses.map((guess) => guess.type),
      guesses.map((guess) => guess.format),
      guesses.map(displayTypeOf),
      guesses.map((guess) => guess.isArray),
    ],
    'people-fields-make',
  )
  return fieldRules(tx, accountId)
}
