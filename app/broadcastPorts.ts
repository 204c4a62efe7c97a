import type { BroadcastPorts } from '@millrace/broadcasts/server'
import type { Delivery } from '@millrace/delivery/server'
import type { PeopleDoor } from '@millrace/people/server'
import type { SegmentsDoor } from '@millrace/segments/server'

/** What broadcasts stand on; delivery and segments, opened later, are reached only once requests come in. */
export const broadcastPortsOf = (
  people: PeopleDoor,
  delivered: () => Delivery,
  peopleOfSegment: SegmentsDoor['peopleOfSegment'],
): BroadcastPorts => ({
  get delivery() {
    return delivered()
  },
  peopleOfSegment,
  queueExport: people.queueExport,
})
