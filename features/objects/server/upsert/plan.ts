import type { NewChange } from '@millrace/kit/jobs'
import type { SchemaRow } from '../schemas/schemaRows.ts'
import type { ObjectOptions, UpsertedObject } from './item.ts'
import type { ReadItem } from './readItem.ts'

/** An object as the plan reads it. */
export type FoundObject = {
  id: number
  external_id: string | null
  fields: Record<string, unknown>
  archived_at: Date | null
}

/** One object of a batch: what it was and what it becomes. */
export type Slot = {
  row?: FoundObject
  newId: number
  externalId: string | null
  fields: Record<string, unknown>
  createdAt: Date
  /** What moved fields held before the batch. */
  before: Map<string, unknown>
  isRestored: boolean
}

type Outcome = { refusal: string } | { slot: Slot; created: boolean; changedFields: string[] }

/** What a batch comes to: one slot an object, and what became of each item. */
export type Plan = { slots: Slot[]; outcomes: Outcome[] }

const equal = (a: unknown, b: unknown) => a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

const own = (fields: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : null

const setFields = (slot: Slot, item: ReadItem): string[] => {
  const changed: string[] = []
  for (const [name, value] of item.fields) {
    const old = own(slot.fields, name)
    if (equal(old, value)) continue
    if (!slot.before.has(name)) slot.before.set(name, old)
    if (value === null) delete slot.fields[name]
    else slot.fields[name] = value
    changed.push(name)
  }
  return changed
}

const slotOf = (row: FoundObject): Slot => ({
  row,
  newId: 0,
  externalId: row.external_id,
  fields: { ...row.fields },
  createdAt: new Date(0),
  before: new Map(),
  isRestored: false,
})

/** Plays a batch in order on what is there, in memory; nothing is written here. */
class Planning {
  readonly slots: Slot[] = []
  private readonly byId = new Map<number, Slot>()
  private readonly byExternal = new Map<string, Slot>()
  private readonly options: ObjectOptions
  private readonly now: Date

  constructor(rows: readonly FoundObject[], options: ObjectOptions, now: Date) {
    this.options = options
    this.now = now
    for (const row of rows) {
      const slot = slotOf(row)
      this.slots.push(slot)
      this.byId.set(row.id, slot)
      if (row.external_id !== null) this.byExternal.set(row.external_id, slot)
    }
  }

  take(item: ReadItem): Outcome {
    if (item.refusal !== undefined) return { refusal: item.refusal }
    const byId = item.id === null ? undefined : this.byId.get(item.id)
    if (item.id !== null && !byId) return { refusal: `There is no object with the id ${item.id}.` }
    const byExternal = item.externalId === null ? undefined : this.byExternal.get(item.externalId)
    if (byId && byExternal && byId !== byExternal) return { refusal: 'Another object has this external ID.' }
    const known = byId ?? byExternal
    if (!known) return this.create(item)
    const isArchived = known.row?.archived_at && !known.isRestored
    if (this.options.existing === 'refuse' && !isArchived)
      return { refusal: `There is one with the external ID "${item.externalId}" already.` }
    if (this.options.existing === 'leave') return { slot: known, created: false, changedFields: [] }
    return this.change(known, item)
  }

  private change(slot: Slot, item: ReadItem): Outcome {
    if (item.clearsExternalId) this.rename(slot, null)
    else if (item.externalId !== null) this.rename(slot, item.externalId)
    if (slot.row?.archived_at) slot.isRestored = true
    return { slot, created: false, changedFields: setFields(slot, item) }
  }

  private rename(slot: Slot, externalId: string | null) {
    if (slot.externalId !== null) this.byExternal.delete(slot.externalId)
    if (externalId !== null) this.byExternal.set(externalId, slot)
    slot.externalId = externalId
  }

  private create(item: ReadItem): Outcome {
    const createdAt = item.createdAt && item.createdAt < this.now ? item.createdAt : this.now
    const slot: Slot = {
      newId: 0,
      externalId: item.externalId,
      fields: {},
      createdAt,
      before: new Map(),
      isRestored: false,
    }
    this.slots.push(slot)
    if (item.externalId !== null) this.byExternal.set(item.externalId, slot)
    return { slot, created: true, changedFields: setFields(slot, item) }
  }
}

/** Plays the items of a batch one after the other: a later item sees what an earlier one did. */
export const planBatch = (
  items: readonly ReadItem[],
  rows: readonly FoundObject[],
  options: ObjectOptions,
  now: Date,
): Plan => {
  const planning = new Planning(rows, options, now)
  const outcomes = items.map((item) => planning.take(item))
  return { slots: planning.slots, outcomes }
}

/** The fields whose value is another one than before the batch. */
export const movedFields = ({ before, fields }: Slot): string[] =>
  [...before].flatMap(([name, old]) => (equal(old, own(fields, name)) ? [] : [name]))

/** Whether a row that is there must be written. */
export const hasMoved = (slot: Slot): boolean =>
  slot.row !== undefined &&
  (slot.isRestored || slot.externalId !== slot.row.external_id || movedFields(slot).length > 0)

/** The id of a slot's object, once new ones are written. */
export const idOf = ({ row, newId }: Slot): number => row?.id ?? newId

/** The news of a plan, once every new object has its id. */
export const changesOf = (slots: readonly Slot[], schema: SchemaRow, source: string): NewChange[] =>
  slots.flatMap((slot) => {
    const about = { personId: null, ref: idOf(slot) }
    const fields = movedFields(slot)
    const data = { source, schemaId: schema.id, objectName: schema.name, fields }
    if (!slot.row) return [{ kind: 'object.created', ...about, data }]
    const news: NewChange[] = []
    if (slot.isRestored) news.push({ kind: 'object.restored', ...about, data })
    if (!fields.length) return news
    const beforeAndAfter = {
      before: Object.fromEntries(fields.map((name) => [name, slot.before.get(name)])),
      after: Object.fromEntries(fields.map((name) => [name, own(slot.fields, name)])),
    }
    news.push({ kind: 'object.changed', ...about, data: { ...data, ...beforeAndAfter } })
    return news
  })

/** What became of an item, once new objects have ids. */
export const resultOf = (outcome: Outcome): UpsertedObject => {
  if ('refusal' in outcome) return { objectId: 0, created: false, changedFields: [], refusal: outcome.refusal }
  const { slot, created, changedFields } = outcome
  return { objectId: idOf(slot), created, changedFields }
}
