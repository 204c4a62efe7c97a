import type { Change } from '@millrace/kit/jobs'
import type { Tx } from '@millrace/kit/server'
import type { DueDate } from '../../contract/clock/dueDates.ts'
import type { Counting } from '../../contract/clock/occurrences.ts'
import type { Conditions } from '../../contract/index.ts'

/** What starts a flow, as the reactor looks for it among changes. */
export type TriggerMatch = {
  /** The kind of change, or several. */
  kind: string | readonly string[]
  /** What the change must be about: an id, or a name that is looked up; `any` where the kind alone tells. */
  about: { event: string } | { tag: string } | { id: number } | 'any'
  /**
   * Looks at the change itself: the key of the entry (null: none), or undefined where it does not start the flow. Asked after
   * `conditions`.
   */
  meets?(change: Change, at: { now: Date; zone: string }): { key: string | null } | undefined
  /** Conditions on the event's properties. */
  conditions?: Conditions
  /** The property of the event that makes one run per value. */
  key?: string
}

/** When a trigger lets people in by itself. */
export type Schedule =
  | {
      by: 'clock'
      /** Who enters. */
      segmentId: number
      /** The one time that it has; null where it comes round. */
      once: Date | null
      /** The first time after a moment. */
      next(after: Date, counting: Counting): Date | undefined
      /** The entry key of a time. */
      keyOf(at: Date): string
    }
  | {
      by: 'dates'
      /** The person field that holds the date. */
      field: string
      /** The first time after a moment at which the field's value lets a person in. */
      due(value: string, zone: string, after: Date): DueDate | undefined
    }

/** What triggers are asked about a person: since when the flow is on, now, and the account's time zone. */
export type Asked = {
  tx: Tx
  accountId: number
  stepId: number
  personId: number
  since: Date | null
  now: Date
  zone: string
}

/** Whether something has happened to a person: null where that cannot be told afterwards. */
export type Fact = { isMet: boolean | null; fact: string; at: string | null }

/** How a trigger's settings are looked for. */
export type TriggerRun<V> = {
  /** `stepId` is the trigger itself, for changes that name it. */
  match(values: V, stepId: number): TriggerMatch
  /** When it starts by the clock: for whom, and when. */
  schedule?(values: V, stepId: number): Schedule
  /** Whether what starts the flow has happened to a person since it is on; events, tags and segments tell by themselves. */
  explain?(asked: Asked, values: V): Promise<Fact> | Fact
}

/** When the thing happened that a change tells of. */
export const happenedAt = (change: Change): Date => {
  const told = change.data?.at
  const at = typeof told === 'string' || typeof told === 'number' ? new Date(told) : change.at
  return Number.isNaN(at.getTime()) ? change.at : at
}

/** The event that a change tells of, where it tells of one. */
export const eventOf = (change: Change): { id: number; at: Date } | undefined => {
  const id = Number(change.data?.eventId)
  return Number.isSafeInteger(id) && id > 0 ? { id, at: happenedAt(change) } : undefined
}
