import type { OutputMapping } from '../../contract/index.ts'
import type { StepContext } from '../engine/stepRun.ts'
import { partAt } from './partOf.ts'

/** Longer texts are cut where they are kept in a field. */
const MOST_KEPT = 5_000

const fieldValueOf = (value: unknown): unknown => {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'object') return JSON.stringify(value).slice(0, MOST_KEPT)
  return typeof value === 'string' ? value.slice(0, MOST_KEPT) : value
}

const typeOf = (values: readonly unknown[]): 'number' | 'boolean' | 'string' => {
  const known = values.filter((value) => value !== null)
  const [first] = known
  const type = typeof first
  return (type === 'number' || type === 'boolean') && known.every((value) => typeof value === type) ? type : 'string'
}

/** What came for one person. */
export type Output = { personId: number; value: unknown }

/**
 * Keeps parts of what came in fields of people, for everybody at once; fields that are missing are made as the service's own.
 * Answers why one's could not be kept, by place in the list. A part that is not there empties its field.
 */
export const keepOutputs = async (
  { tx, doors, accountId }: Pick<StepContext, 'tx' | 'doors' | 'accountId'>,
  service: string,
  mapping: OutputMapping,
  outputs: readonly Output[],
): Promise<ReadonlyMap<number, string>> => {
  const wrong = new Map<number, string>()
  if (!mapping.length || !outputs.length) return wrong
  const items = outputs.map(({ personId, value }) => ({
    personId,
    fields: Object.fromEntries(
      mapping.map(({ from, field }) => [field, fieldValueOf(from ? partAt(value, from) : value)]),
    ),
  }))
  const told = mapping.map(({ field }) => ({ name: field, type: typeOf(items.map(({ fields }) => fields[field])) }))
  // Objects have fields of their own, which their kind's settings make.
  if (outputs.every(({ personId }) => personId > 0)) await doors.ensureIntegrationFields(tx, accountId, service, told)
  const changed = await doors.changeFields(tx, accountId, items)
  for (const [index, { refusal }] of changed.entries()) if (refusal) wrong.set(index, refusal)
  return wrong
}
