import type { Change } from '@millrace/kit/jobs'
import type { Conditions } from '../../contract/index.ts'

/** What starts a flow, as the reactor looks for it among changes. */
export type TriggerMatch = {
  /** The kind of change. */
  kind: string
  /** What the change must be about: an id, or a name that is looked up. */
  about: { event: string } | { tag: string } | { id: number }
  /** Conditions on the event's properties. */
  conditions?: Conditions
  /** The property of the event that makes one run per value. */
  key?: string
}

/** How a trigger's settings are looked for. */
export type TriggerRun<V> = { match(values: V): TriggerMatch }

/** When the thing happened that a change tells of. */
export const happenedAt = (change: Change): Date => {
  const told = change.data?.at
  const at = typeof told === 'string' || typeof told === 'number' ? new Date(told) : change.at
  return Number.isNaN(at.getTime()) ? change.at : at
}
