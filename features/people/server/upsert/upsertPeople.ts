import { recordChanges } from '@millrace/kit/jobs'
import { type House, refused, type Tx, withGenericPlans } from '@millrace/kit/server'
import { ensureFields, fieldRules } from '../fields/fieldRules.ts'
import { NewChoices } from '../fields/growEnums.ts'
import { type FieldRule, fitValue, guessField } from '../rules/fieldValue.ts'
import { tagIds } from '../tags/tagIds.ts'
import type { PreparedItem, Upserted, UpsertItem, UpsertOptions } from './item.ts'
import { matchPeople } from './match.ts'
import { changesOf, planBatch, resultOf } from './plan.ts'
import { type ReadItem, readItem } from './readItem.ts'
import { recogniseBare } from './recognise.ts'
import { seePeople } from './seePeople.ts'
import { writeSlots } from './write.ts'

/** Brings the values of an item into the form of their fields; answers why one cannot be. */
export const fit = (
  item: ReadItem,
  rules: ReadonlyMap<string, FieldRule>,
  choices?: NewChoices,
): string | undefined => {
  for (const [name, value] of item.fields) {
    const rule = rules.get(name)
    if (!rule) {
      if (value === null || value === '') item.fields.delete(name)
      else return `${name}: there is no such person field.`
      continue
    }
    const fitted = fitValue(rule, value)
    if (fitted.refusal !== undefined) return fitted.refusal
    item.fields.set(name, fitted.value)
    choices?.note(rule, fitted.value)
  }
  return undefined
}

/** First values of fields that nobody has made yet. */
const unknownFields = (items: readonly ReadItem[], rules: ReadonlyMap<string, FieldRule>) => {
  const unknown = new Map<string, unknown>()
  for (const item of items) {
    if (item.refusal !== undefined) continue
    for (const [name, value] of item.fields) {
      if (value !== null && value !== '' && !rules.has(name) && !unknown.has(name)) unknown.set(name, value)
    }
  }
  return unknown
}

const prepare = async (
  tx: Tx,
  house: House,
  accountId: number,
  items: readonly UpsertItem[],
  { createFields }: UpsertOptions,
): Promise<ReadItem[]> => {
  const read = items.map(readItem)
  if (read.every((item) => item.fields.size === 0)) return read
  let rules = await fieldRules(tx, accountId)
  const unknown = createFields ? unknownFields(read, rules) : new Map<string, unknown>()
  if (unknown.size) {
    const fields = [...unknown].map(([name, value]) => ({ name, ...guessField(value) }))
    rules = await ensureFields(tx, accountId, fields, house.clock.now())
  }
  const choices = new NewChoices()
  for (const item of read) item.refusal ??= fit(item, rules, choices)
  await choices.keep(tx, accountId)
  return read
}

const withTags = async (
  tx: Tx,
  house: House,
  accountId: number,
  items: readonly ReadItem[],
): Promise<PreparedItem[]> => {
  const names = [...new Set(items.flatMap((item) => (item.refusal === undefined ? item.tags : [])))]
  const ids = names.length ? await tagIds(tx, accountId, names, house.clock.now()) : new Map<string, number>()
  return items.map(({ tags, ...item }) => ({
    ...item,
    tagIds: tags.flatMap((tag) => ids.get(tag.toLowerCase()) ?? []),
  }))
}

const refuseWhole = (results: readonly { refusal?: string }[]) => {
  const issues = results.flatMap(({ refusal }, index) =>
    refusal === undefined ? [] : [{ path: [index], message: refusal }],
  )
  const [first] = issues
  if (!first) return
  throw refused(
    results.length > 1 ? `Person ${Number(first.path[0]) + 1}: ${first.message}` : first.message,
    issues.slice(0, 20),
  )
}

/** The whole way: match and lock, play in memory, write what moved, record the news. */
const saveBatch = async (
  tx: Tx,
  house: House,
  accountId: number,
  items: readonly ReadItem[],
  options: UpsertOptions,
): Promise<Upserted[]> => {
  if (!items.length) return []
  const now = house.clock.now()
  const matches = await matchPeople(tx, accountId, items, options.source === 'import')
  const plan = planBatch(await withTags(tx, house, accountId, items), matches, options, now)
  if (!options.isPartial) refuseWhole(plan.outcomes.map((outcome) => ('refusal' in outcome ? outcome : {})))
  await writeSlots(tx, accountId, plan.slots, now)
  const news = changesOf(plan.slots, options.source)
  await recordChanges(tx, house, accountId, news)
  options.onNews?.(news, now)
  return plan.outcomes.map(resultOf)
}

const upsert = async (
  tx: Tx,
  house: House,
  accountId: number,
  items: readonly UpsertItem[],
  options: UpsertOptions,
): Promise<Upserted[]> => {
  const read = await prepare(tx, house, accountId, items, options)
  if (!options.isPartial) refuseWhole(read)
  if (!options.isPartial) return saveBatch(tx, house, accountId, read, options)
  const { results, seen } = await recogniseBare(tx, accountId, read, options)
  const others = results.size ? read.filter((_, place) => !results.has(place)) : read
  const saved = (await saveBatch(tx, house, accountId, others, options)).values()
  await seePeople(tx, accountId, seen)
  return items.map((_, place) => results.get(place) ?? (saved.next().value as Upserted))
}

/**
 * Makes or changes up to 5,000 people in a fixed number of statements, in order: a later item sees what an earlier one
 * did. People are matched by id, then userId, then email, then anonymous id; only rows that really change are written,
 * and each change is recorded. Answers one result an item, in order.
 */
export const upsertPeople = async (
  tx: Tx,
  house: House,
  accountId: number,
  items: readonly UpsertItem[],
  options: UpsertOptions,
): Promise<Upserted[]> => (items.length ? withGenericPlans(tx, () => upsert(tx, house, accountId, items, options)) : [])
