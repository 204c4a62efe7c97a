import type { Tx } from '../server/database.ts'

/**
 * Something that moved, written in the transaction that moved it. Kinds in use:
 * `person.created`, `person.changed` (data.fields: names that changed), `person.archived`, `person.restored`, `person.erased`,
 * `tag.added`, `tag.removed` (ref: tag id), `event` (ref: event name id, data: { eventId, at }),
 * `segment.entered`, `segment.left` (ref: segment id), `goal.reached` (ref: step id),
 * `object.created`, `object.changed`, `object.restored`, `object.archived`, `object.erased` (ref: object id, data: { objectName, schemaId, fields }),
 * `webhook.received` (ref: step id, data: { deliveryId, at, key? }),
 * `association.added`, `association.removed` (ref: association id, data: { fromId, toId, fromObject, toObject }; personId: who is tied).
 * What else is about an object says so in data.objectId, with personId null: see `subjectOf`.
 */
export type Change = {
  id: number
  at: Date
  kind: string
  personId: number | null
  /** What else it is about; see the kinds. */
  ref: number | null
  data: Record<string, unknown> | null
}

/** A change to be written. */
export type NewChange = {
  kind: string
  personId: number | null
  ref?: number | null
  data?: Record<string, unknown> | null
  at?: Date
}

/**
 * Acts on changes. Runs inside the transaction that takes the changes off the queue, one worker per account at a time:
 * what it writes and the acknowledgement commit together. Changes that it returns are news for the reactors after it.
 */
export type Reactor = {
  name: string
  react(tx: Tx, accountId: number, changes: readonly Change[]): Promise<readonly NewChange[] | undefined>
}
