import type { House, Tx } from '@millrace/kit/server'
import { fieldRules } from '../fields/fieldRules.ts'
import type { FieldRule } from '../rules/fieldValue.ts'
import type { Upserted } from './item.ts'
import { upsertPeople } from './upsertPeople.ts'

/** A number of a person to be changed. */
export type NumberChange = {
  personId: number
  field: string
  by: 'add' | 'subtract' | 'multiply' | 'set'
  value: number
}

/** Locks people in the order of their ids and reads their fields as they are then. */
const HOLD = `select id, fields from people where account_id = $1 and id = any($2::bigint[])
  order by account_id, id for update`

const shown = (value: unknown) => `"${(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 40)}"`

const numberIn = (value: unknown): number | undefined => {
  if (value === undefined || value === null || value === '') return 0
  if (typeof value !== 'number' && (typeof value !== 'string' || !value.trim())) return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** What sums of decimal fractions owe to binary ones is rounded off. */
const plain = (number: number): number => Number(number.toPrecision(15))

const changed = (before: number, { by, value }: Pick<NumberChange, 'by' | 'value'>): number => {
  if (by === 'set') return value
  if (by === 'multiply') return plain(before * value)
  return plain(by === 'add' ? before + value : before - value)
}

type Made = { value: number } | { refusal: string }

/** What a number becomes, or why it cannot be reckoned with. */
export const reckonNumber = (
  change: Omit<NumberChange, 'personId'>,
  stored: unknown,
  rule: FieldRule | undefined,
): Made => {
  const { field, by } = change
  if (!rule) return { refusal: `${field}: there is no such person field.` }
  if (rule.isArray || !['number', 'integer', 'any'].includes(rule.type))
    return { refusal: `${field}: this field does not hold a number.` }
  const before = by === 'set' ? 0 : numberIn(stored)
  if (before === undefined) return { refusal: `${field}: ${shown(stored)} is not a number.` }
  const value = changed(before, change)
  return Number.isFinite(value) ? { value } : { refusal: `${field}: the number would be too large.` }
}

const refused = (refusal: string): Upserted => ({
  personId: 0,
  created: false,
  changedFields: [],
  isTagged: false,
  refusal,
})

/**
 * Changes numbers of people by what they are at that moment: two who add to the same number at once lose nothing. An empty
 * field counts as 0. Answers one result an item, in order; what cannot be is a `refusal` and leaves the rest standing.
 */
export const changeNumbers = async (
  tx: Tx,
  house: House,
  accountId: number,
  changes: readonly NumberChange[],
): Promise<Upserted[]> => {
  if (!changes.length) return []
  const ids = [...new Set(changes.map(({ personId }) => personId))]
  const rows = await tx.rows<{ id: number; fields: Record<string, unknown> }>(HOLD, [accountId, ids])
  const people = new Map(rows.map(({ id, fields }) => [id, { ...fields }]))
  const rules = await fieldRules(tx, accountId)
  const results = changes.map((change): Upserted | { personId: number; fields: Record<string, unknown> } => {
    const fields = people.get(change.personId)
    if (!fields) return refused('This person is not there any more.')
    const made = reckonNumber(change, fields[change.field], rules.get(change.field))
    if ('refusal' in made) return refused(made.refusal)
    fields[change.field] = made.value
    return { personId: change.personId, fields: { [change.field]: made.value } }
  })
  const items = results.flatMap((one) => ('fields' in one ? [{ id: one.personId, fields: one.fields }] : []))
  const options = { source: 'flow', createFields: false, isPartial: true }
  const written = (await upsertPeople(tx, house, accountId, items, options)).values()
  return results.map((one) => ('fields' in one ? (written.next().value as Upserted) : one))
}
