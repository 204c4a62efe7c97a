import { type Tx, withGenericPlans } from '@millrace/kit/server'
import { type FieldToMake, fieldRules } from '../fields/fieldRules.ts'
import type { FieldRule } from '../rules/fieldValue.ts'
import { findTags } from '../tags/tagIds.ts'
import type { PreparedItem, Upserted, UpsertItem, UpsertOptions } from './item.ts'
import { lookForPeople } from './match.ts'
import { planBatch, resultOf } from './plan.ts'
import { type ReadItem, readItem } from './readItem.ts'
import { fit } from './upsertPeople.ts'

/** Who would say so, when, and the person fields that would be there by then. */
export type TryOptions = Pick<UpsertOptions, 'source' | 'existing'> & {
  newFields?: readonly FieldToMake[]
  at: Date
}

const rulesWith = async (tx: Tx, accountId: number, newFields: readonly FieldToMake[]) => {
  const rules = new Map(await fieldRules(tx, accountId))
  for (const { title: _title, ...field } of newFields)
    if (!rules.has(field.name)) rules.set(field.name, { ...field, enumValues: null, mayGrowEnum: false } as FieldRule)
  return rules
}

/** Tags that nobody has made yet get ids that no tag has. */
const tagged = async (tx: Tx, accountId: number, items: readonly ReadItem[]): Promise<PreparedItem[]> => {
  const names = [...new Set(items.flatMap(({ refusal, tags }) => (refusal === undefined ? tags : [])))]
  const ids = names.length ? new Map(await findTags(tx, accountId, names)) : new Map<string, number>()
  for (const name of names) if (!ids.has(name.toLowerCase())) ids.set(name.toLowerCase(), -1 - ids.size)
  return items.map(({ tags, ...item }) => ({
    ...item,
    tagIds: tags.flatMap((tag) => ids.get(tag.toLowerCase()) ?? []),
  }))
}

/** Plays a batch as `upsertPeople` would and answers the same, but writes nothing and locks nobody. */
export const tryPeople = (
  tx: Tx,
  accountId: number,
  items: readonly UpsertItem[],
  { source, existing, newFields = [], at }: TryOptions,
): Promise<Upserted[]> =>
  withGenericPlans(tx, async () => {
    const read = items.map(readItem)
    const rules = await rulesWith(tx, accountId, newFields)
    for (const item of read) item.refusal ??= fit(item, rules)
    const matches = await lookForPeople(tx, accountId, read)
    const plan = planBatch(await tagged(tx, accountId, read), matches, { source, existing, createFields: false }, at)
    return plan.outcomes.map(resultOf)
  })
