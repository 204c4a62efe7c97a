/** Where a broadcast stands. */
export const BROADCAST_STATUSES = [
  'draft',
  'scheduled',
  'sending',
  'sent',
  'canceled',
  'failed',
  'ab-testing',
  'ab-test-sending-winner',
] as const

/** Where a broadcast stands. */
export type BroadcastStatus = (typeof BROADCAST_STATUSES)[number]

/** From where it may go where. What began cannot be begun again, and what is over stays over. */
export const NEXT_STATUSES: Readonly<Record<BroadcastStatus, readonly BroadcastStatus[]>> = {
  draft: ['scheduled', 'sending'],
  scheduled: ['sending', 'canceled', 'draft'],
  sending: ['sent', 'failed', 'canceled', 'ab-testing'],
  'ab-testing': ['ab-test-sending-winner', 'canceled'],
  'ab-test-sending-winner': ['sent', 'failed'],
  sent: [],
  canceled: [],
  failed: [],
}

/** True where a broadcast may go from one status to another. */
export const mayBecome = (from: BroadcastStatus, to: BroadcastStatus): boolean => NEXT_STATUSES[from].includes(to)

/** Content, audience and time can be changed. */
export const isEditable = (status: BroadcastStatus): boolean => status === 'draft' || status === 'scheduled'

/** Mail is leaving, or is about to. */
export const isUnderWay = (status: BroadcastStatus): boolean =>
  status === 'sending' || status === 'ab-testing' || status === 'ab-test-sending-winner'

/** There are figures to show. */
export const hasFigures = (status: BroadcastStatus): boolean => status === 'sent' || isUnderWay(status)

/** Its status may have changed since it was read. */
export const isMoving = (status: BroadcastStatus): boolean => status === 'scheduled' || isUnderWay(status)
