import type { CallContext, House, Tx } from '@millrace/kit/server'
import { ensureFields, type FieldToMake } from './fields/fieldRules.ts'
import { ensureIntegrationFields, type ServiceField } from './fields/integrationFields.ts'
import { seedFields } from './fields/seedFields.ts'
import { currentIds } from './person/formerKeys.ts'
import type { FieldRule } from './rules/fieldValue.ts'
import { addTags, type PersonTag, removeTags } from './tags/movePersonTags.ts'
import { findTags, tagIds } from './tags/tagIds.ts'
import { changeNumbers, type NumberChange } from './upsert/changeNumbers.ts'
import type { Upserted, UpsertItem, UpsertOptions } from './upsert/item.ts'
import { seePeople } from './upsert/seePeople.ts'
import { indexSettler } from './upsert/settleIndexes.ts'
import { type PersonDelta, type TakenBack, takeBack } from './upsert/takeBack.ts'
import { type TryOptions, tryPeople } from './upsert/tryPeople.ts'
import { upsertPeople } from './upsert/upsertPeople.ts'
import { exportSource, type SourceAsked } from './verbs/exportPeople.ts'
import { archivePeople } from './verbs/movePeople.ts'

/** Queues a file of people whom a higher feature names (see `PeoplePorts.exportSources`); its link is mailed. */
export type QueueExport = (
  tx: Tx,
  caller: Pick<CallContext, 'accountId' | 'memberId'>,
  asked: SourceAsked,
) => Promise<{ jobId: number; email: string }>

/** What other features do to people. Everything runs in the caller's transaction. */
export type PeopleDoor = {
  /**
   * Makes or changes up to 5,000 people, in order; see `UpsertItem` and `UpsertOptions`. A transaction that may make
   * people does that before it writes other people.
   */
  upsertPeople(tx: Tx, accountId: number, items: readonly UpsertItem[], options: UpsertOptions): Promise<Upserted[]>
  /** What `upsertPeople` would answer, item by item; nothing is written and nobody is locked. New people have the id 0. */
  tryPeople(tx: Tx, accountId: number, items: readonly UpsertItem[], options: TryOptions): Promise<Upserted[]>
  /**
   * Takes back what was done to people, whole or as far as nothing else has touched them since; see `PersonDelta`. Answers
   * what became of each, in order.
   */
  takeBack(tx: Tx, accountId: number, deltas: readonly PersonDelta[]): Promise<TakenBack[]>
  /** Tags people, making tags that are missing; answers how many were not tagged before. */
  addTags(tx: Tx, accountId: number, pairs: readonly PersonTag[]): Promise<number>
  /** Takes tags off people; answers how many were tagged. */
  removeTags(tx: Tx, accountId: number, pairs: readonly PersonTag[]): Promise<number>
  /**
   * Changes fields of people by field name (`email`, `timezone`, … included); null empties. Answers one result an item:
   * a value that does not fit its field, or a person who is gone, is a `refusal` and leaves the rest standing.
   */
  changeFields(
    tx: Tx,
    accountId: number,
    items: readonly { personId: number; fields: Record<string, unknown> }[],
  ): Promise<Upserted[]>
  /** Changes numbers of people by what they are at that moment; see `NumberChange`. Answers one result an item, in order. */
  changeNumbers(tx: Tx, accountId: number, changes: readonly NumberChange[]): Promise<Upserted[]>
  /** Archives people; answers how many were not archived before. */
  archivePeople(tx: Tx, accountId: number, ids: readonly number[]): Promise<number>
  /** For who writes many people: to be called after each thousand, so that the indexes are kept beside that. Never fails. */
  indexSettler(): () => void
  /** The ids of tags by lower-case name; makes those that are missing. */
  tagIds(tx: Tx, accountId: number, names: readonly string[]): Promise<Map<string, number>>
  /** The ids of tags by lower-case name; missing ones are left out. */
  findTags(tx: Tx, accountId: number, names: readonly string[]): Promise<Map<string, number>>
  /** Who people are today, by an id from before they were merged; others are left out. */
  currentIds(tx: Tx, accountId: number, ids: readonly number[]): Promise<Map<number, number>>
  /** Notes when people were last seen, to the minute. */
  seePeople(tx: Tx, accountId: number, seen: ReadonlyMap<number, Date>): Promise<void>
  /** Makes person fields that are missing; names must be clean (`cleanFieldName`). Answers all fields by name. */
  ensureFields(tx: Tx, accountId: number, fields: readonly FieldToMake[]): Promise<Map<string, FieldRule>>
  /** Makes the person fields that a service tells and that are missing, as the service's own. */
  ensureIntegrationFields(tx: Tx, accountId: number, service: string, fields: readonly ServiceField[]): Promise<void>
  /** Gives a new account its built-in person fields. */
  seedFields(tx: Tx, accountId: number): Promise<void>
  /** Queues an export; asked again while the same one is on its way, it is that one. */
  queueExport: QueueExport
}

/** The door of people on a house. */
export const peopleDoor = (house: House): PeopleDoor => ({
  indexSettler: () => indexSettler(house),
  upsertPeople: (tx, accountId, items, options) => upsertPeople(tx, house, accountId, items, options),
  tryPeople,
  takeBack: (tx, accountId, deltas) => takeBack(tx, house, accountId, deltas),
  addTags: (tx, accountId, pairs) => addTags(tx, house, accountId, pairs),
  removeTags: (tx, accountId, pairs) => removeTags(tx, house, accountId, pairs),
  changeFields: (tx, accountId, items) =>
    upsertPeople(
      tx,
      house,
      accountId,
      items.map(({ personId, fields }) => ({ id: personId, fields })),
      { source: 'flow', createFields: true, isPartial: true },
    ),
  changeNumbers: (tx, accountId, changes) => changeNumbers(tx, house, accountId, changes),
  archivePeople: (tx, accountId, ids) => archivePeople(tx, house, accountId, ids),
  tagIds: (tx, accountId, names) => tagIds(tx, accountId, names, house.clock.now()),
  findTags,
  currentIds,
  seePeople,
  ensureFields: (tx, accountId, fields) => ensureFields(tx, accountId, fields, house.clock.now()),
  ensureIntegrationFields: (tx, accountId, service, fields) =>
    ensureIntegrationFields(tx, accountId, service, fields, house.clock.now()),
  seedFields: (tx, accountId) => seedFields(tx, accountId, house.clock.now()),
  queueExport: (tx, caller, asked) => exportSource(tx, house, caller, asked),
})
