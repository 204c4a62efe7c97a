import { recordChanges } from '@millrace/kit/jobs'
import { type House, refused, type Tx, withGenericPlans } from '@millrace/kit/server'
import { type FieldRule, fitValue, guessField } from '@millrace/people/server'
import { ensureObjectFields } from '../schemas/ensureFields.ts'
import { growEnums } from '../schemas/growEnums.ts'
import { findSchema, rulesOf, type SchemaRow } from '../schemas/schemaRows.ts'
import type { ObjectItem, ObjectOptions, UpsertedObject } from './item.ts'
import { changesOf, type FoundObject, planBatch, resultOf } from './plan.ts'
import { type ReadItem, readItem } from './readItem.ts'
import { writeSlots } from './write.ts'

/** Who has one of these external IDs; not locked. */
const KNOWN = `
select o.external_id from unnest($3::text[]) as k(key)
join objects o on o.external_id = k.key where o.account_id = $1 and o.schema_id = $2`

/** Finds and locks objects by id or external ID, in the order of their ids, so that two batches never wait in a circle. */
const MATCH = `
select o.id, o.external_id, o.fields, o.archived_at from objects o join (
  select unnest($3::bigint[]) as id
  union select e.id from unnest($4::text[]) as k(key)
    join objects e on e.external_id = k.key where e.account_id = $1 and e.schema_id = $2
) m on m.id = o.id
where o.account_id = $1 and o.schema_id = $2
order by o.account_id, o.id for update of o`

/** One maker of named objects at a time in an account: whoever waits here finds what the one before has made. */
const MAKERS = `select pg_advisory_xact_lock(hashtext('objects.make'), $1)`

const fit = (item: ReadItem, rules: ReadonlyMap<string, FieldRule>): string | undefined => {
  for (const [name, value] of item.fields) {
    const rule = rules.get(name)
    if (!rule) {
      if (value === null || value === '') item.fields.delete(name)
      else return `${name}: there is no such field.`
      continue
    }
    const fitted = fitValue(rule, value)
    if (fitted.refusal !== undefined) return fitted.refusal
    item.fields.set(name, fitted.value)
  }
  return undefined
}

const unknownFields = (items: readonly ReadItem[], rules: ReadonlyMap<string, FieldRule>) => {
  const unknown = new Map<string, unknown>()
  for (const { fields, refusal } of items) {
    if (refusal !== undefined) continue
    for (const [name, value] of fields) {
      if (value !== null && value !== '' && !rules.has(name) && !unknown.has(name)) unknown.set(name, value)
    }
  }
  return [...unknown].map(([name, value]) => ({ name, ...guessField(value) }))
}

const prepare = async (
  tx: Tx,
  house: House,
  accountId: number,
  schema: SchemaRow,
  items: readonly ObjectItem[],
  { createFields }: ObjectOptions,
): Promise<ReadItem[]> => {
  const read = items.map(readItem)
  if (read.every(({ fields }) => fields.size === 0)) return read
  let rules = await rulesOf(tx, accountId, schema.id)
  const missing = createFields ? unknownFields(read, rules) : []
  if (missing.length) rules = await ensureObjectFields(tx, accountId, schema.id, missing, house.clock.now())
  for (const item of read) item.refusal ??= fit(item, rules)
  await growEnums(tx, accountId, schema.id, rules, read)
  return read
}

const match = async (tx: Tx, accountId: number, schema: SchemaRow, items: readonly ReadItem[]) => {
  const sound = items.filter(({ refusal }) => refusal === undefined)
  const ids = [...new Set(sound.flatMap(({ id }) => id ?? []))]
  const keys = [...new Set(sound.flatMap(({ externalId }) => externalId ?? []))]
  if (!ids.length && !keys.length) return []
  const known = keys.length ? await tx.rows(KNOWN, [accountId, schema.id, keys]) : []
  if (known.length < keys.length) await tx.rows(MAKERS, [accountId], 'objects-makers')
  return tx.rows<FoundObject>(MATCH, [accountId, schema.id, ids, keys])
}

const refuseWhole = (results: readonly { refusal?: string }[]) => {
  const issues = results.flatMap(({ refusal }, index) =>
    refusal === undefined ? [] : [{ path: [index], message: refusal }],
  )
  const [first] = issues
  if (!first) return
  const where = results.length > 1 ? `Object ${Number(first.path[0]) + 1}: ` : ''
  throw refused(`${where}${first.message}`, issues.slice(0, 20))
}

const upsert = async (
  tx: Tx,
  house: House,
  accountId: number,
  schema: SchemaRow,
  items: readonly ObjectItem[],
  options: ObjectOptions,
): Promise<UpsertedObject[]> => {
  const read = await prepare(tx, house, accountId, schema, items, options)
  if (!options.isPartial) refuseWhole(read)
  const now = house.clock.now()
  const plan = planBatch(read, await match(tx, accountId, schema, read), options, now)
  if (!options.isPartial) refuseWhole(plan.outcomes.map((outcome) => ('refusal' in outcome ? outcome : {})))
  await writeSlots(tx, accountId, schema, plan.slots, now)
  await recordChanges(tx, house, accountId, changesOf(plan.slots, schema, options.source))
  return plan.outcomes.map(resultOf)
}

/**
 * Makes or changes up to 1,000 objects of a kind in a fixed number of statements, in order: a later item sees what an
 * earlier one did. Objects are matched by id, then external ID; only rows that really change are written, and each change
 * is recorded. An archived object that is written comes back. Answers one result an item, in order; 404 where there is no
 * such kind.
 */
export const upsertObjects = async (
  tx: Tx,
  house: House,
  accountId: number,
  objectName: string,
  items: readonly ObjectItem[],
  options: ObjectOptions,
): Promise<UpsertedObject[]> => {
  if (!items.length) return []
  const schema = await findSchema(tx, house, accountId, objectName)
  return withGenericPlans(tx, () => upsert(tx, house, accountId, schema, items, options))
}
