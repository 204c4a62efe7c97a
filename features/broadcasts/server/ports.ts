import type { Delivery } from '@millrace/delivery/server'
import type { House, Tx } from '@millrace/kit/server'
import type { QueueExport } from '@millrace/people/server'
import type { SegmentsDoor } from '@millrace/segments/server'

/** What broadcasts stand on besides the house. */
export type BroadcastPorts = {
  delivery: Pick<Delivery, 'planSends' | 'variantOf' | 'whyNot' | 'stopSends'>
  /** The ids of a segment's people above `after`, in order. */
  peopleOfSegment: SegmentsDoor['peopleOfSegment']
  queueExport: QueueExport
}

/** What verbs, jobs and loops stand on. */
export type Broadcasts = { house: House; ports: BroadcastPorts }

/** A reader of people in chunks. */
export type PeopleAfter = (tx: Tx, after: number, limit: number) => Promise<number[]>
