import type { Change } from '@millrace/kit/jobs'
import type { Tx } from '@millrace/kit/server'
import type { QueueExport } from '@millrace/people/server'
import type { Conditions } from '../contract/index.ts'

/** A mail that a step wants sent, once for its reason. */
export type FlowSend = {
  personId: number
  emailId: number
  reasonKind: 'flow'
  reasonKey: string
  reasonAt: Date
  toAddress?: string
  flowId: number
  stepId: number
  /** The event that began the pass: the mail shows what it says. */
  event?: { id: number; at: Date }
  isTransactional?: boolean
  dueAt: Date
}

/** What flows ask of lower features; the app plugs them in. All run in the caller's transaction. */
export type FlowDoors = {
  /** What time it is. */
  now(): Date
  /** Refuses conditions that cannot be asked of people (0), or of a kind of objects. */
  checkConditions(tx: Tx, accountId: number, conditions: Conditions, kindId: number): Promise<void>
  /** The kind of objects of a name as it is written, with its id; people have 0. 404 where there is none. */
  kindNamed(tx: Tx, accountId: number, name: string): Promise<{ id: number; name: string }>
  /** Refuses with 402 a new flow of a kind of objects that the account's plan does not cover. */
  mayTakeKind(tx: Tx, accountId: number, kindId: number): Promise<void>
  /** Those of some people who meet conditions; objects are named by the negatives of their ids, here as in all that follows. */
  matches(tx: Tx, accountId: number, conditions: Conditions, personIds: readonly number[]): Promise<ReadonlySet<number>>
  /** Whether people can be asked conditions together with others, each row read once. */
  canAskTogether(conditions: Conditions): boolean
  /** Those of some people who meet each of some such conditions. */
  matchesEach(
    tx: Tx,
    accountId: number,
    conditions: readonly Conditions[],
    personIds: readonly number[],
  ): Promise<readonly ReadonlySet<number>[]>
  /** Whether people meet conditions when only what they did in a stretch of time counts; one answer for each, in order. */
  matchesWithin(
    tx: Tx,
    accountId: number,
    conditions: Conditions,
    spans: readonly { personId: number; after: Date; until: Date }[],
  ): Promise<readonly boolean[]>
  /**
   * Those whose answer to conditions changes may have turned: nobody else need be asked again, but by the passing of time. People
   * (0), or of a kind of objects all that changed.
   */
  concerned(
    tx: Tx,
    accountId: number,
    conditions: Conditions,
    changes: readonly Change[],
    kindId: number,
  ): Promise<ReadonlySet<number>>
  addTags(tx: Tx, accountId: number, pairs: { personId: number; tag: string }[]): Promise<unknown>
  removeTags(tx: Tx, accountId: number, pairs: { personId: number; tag: string }[]): Promise<unknown>
  changeFields(
    tx: Tx,
    accountId: number,
    items: { personId: number; fields: Record<string, unknown> }[],
  ): Promise<readonly { refusal?: string }[]>
  /** The ids of tags by lower-case name; makes those that are missing. */
  tagIds(tx: Tx, accountId: number, names: readonly string[]): Promise<unknown>
  /** Makes person fields that are missing. */
  ensureFields(
    tx: Tx,
    accountId: number,
    fields: readonly { name: string; title: string; type: string; format: string | null; isArray: boolean }[],
  ): Promise<unknown>
  /** Makes person fields that a service tells and that are missing, as the service's own. */
  ensureIntegrationFields(
    tx: Tx,
    accountId: number,
    service: string,
    fields: readonly { name: string; type: 'number' | 'boolean' | 'string' }[],
  ): Promise<unknown>
  /** Makes fields of a kind of objects that are missing; answers those. */
  ensureObjectFields<T extends { name: string; title: string; type: string; format: string | null; isArray: boolean }>(
    tx: Tx,
    accountId: number,
    kindId: number,
    fields: readonly T[],
  ): Promise<T[]>
  /** Changes numbers by what they are at that moment, so that two at once lose nothing. */
  changeNumbers(
    tx: Tx,
    accountId: number,
    changes: { personId: number; field: string; by: 'add' | 'subtract' | 'multiply' | 'set'; value: number }[],
  ): Promise<readonly { refusal?: string }[]>
  archivePeople(tx: Tx, accountId: number, ids: readonly number[]): Promise<unknown>
  /** Mails of the product itself, to members or addresses. */
  notify(tx: Tx, accountId: number, mails: { to: string; subject: string; text: string }[]): Promise<unknown>
  planSends(tx: Tx, accountId: number, sends: FlowSend[]): Promise<unknown>
  /** Whether mail may be written from an address. */
  isSendable(tx: Tx, accountId: number, address: string): Promise<boolean>
  /** Queues a file of people whom flows name, whose link is mailed. */
  queueExport: QueueExport
}
