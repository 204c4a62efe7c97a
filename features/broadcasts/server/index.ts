import type { FeatureServer, House } from '@millrace/kit/server'
import { broadcastsContract } from '../contract/index.ts'
import { feedLoop } from './feed/feedLoop.ts'
import { freezeAudience } from './freeze/freezeAudience.job.ts'
import { broadcastHandlers } from './handlers.ts'
import type { BroadcastPorts } from './ports.ts'

export { broadcastsInFolders } from './broadcastsInFolders.ts'
export { BROADCAST_EXPORT, broadcastPeopleExport } from './people/exportPeople.ts'
export { personBroadcasts } from './people/personBroadcasts.ts'
export type { BroadcastPorts, Broadcasts } from './ports.ts'
export { broadcastsOfEmails, broadcastsOfSegment } from './uses.ts'

/** Opens broadcasts: one mail to many, once. */
export const openBroadcasts = (house: House, ports: BroadcastPorts): FeatureServer<typeof broadcastsContract> => {
  const broadcasts = { house, ports }
  return {
    contract: broadcastsContract,
    handlers: broadcastHandlers(broadcasts),
    jobs: [freezeAudience(broadcasts)],
    loops: [feedLoop(broadcasts)],
  }
}
