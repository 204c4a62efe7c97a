import type { FeatureServer, House, Tx } from '@millrace/kit/server'
import type { PeopleDoor } from '@millrace/people/server'
import { eventsContract } from '../contract/index.ts'
import { compatibleRoutes, type IdentifyWriter } from './ingest/compatible.ts'
import { openIngest } from './ingest/ingest.ts'
import { forgetKeys } from './jobs/forgetKeys.ts'
import { type MachineEvents, markMachines } from './record/markMachines.ts'
import { type NewEvent, openRecording, recordEvents } from './record/recordEvents.ts'
import { listEventNames } from './verbs/listEventNames.ts'
import { listEvents } from './verbs/listEvents.ts'

export type { IdentifyWriter } from './ingest/compatible.ts'
export { personEvents } from './personEvents.ts'
export type { MachineEvents } from './record/markMachines.ts'
export type { NewEvent } from './record/recordEvents.ts'

/** What events stand on besides the house. */
export type EventsPorts = {
  people: PeopleDoor
  /** Who holds the write key or API key of an ingest request. */
  identify: IdentifyWriter
}

/** What other features do with events. */
export type EventsDoor = {
  /**
   * Records what people did, in the caller's transaction, with the changes and counters that belong to it. Answers how
   * many were recorded; items whose key was seen before are left out.
   */
  recordEvents(tx: Tx, accountId: number, items: readonly NewEvent[]): Promise<number>
  /** Marks events of a mail as a machine's that were recorded as a person's. Answers how many there were. */
  markMachines(tx: Tx, accountId: number, events: MachineEvents): Promise<number>
}

/** Opens what people did: ingest, timelines, names. */
export const openEvents = (
  house: House,
  { people, identify }: EventsPorts,
): FeatureServer<typeof eventsContract> & EventsDoor => {
  const recording = openRecording(house, people)
  const ingest = openIngest(recording)
  return {
    contract: eventsContract,
    handlers: {
      ingestEvents: ({ body }, { accountId }) => ingest(accountId, body),
      listAllEvents: ({ query }, { accountId }) => listEvents(house, accountId, query),
      listPersonEvents: ({ params, query }, { accountId }) =>
        listEvents(house, accountId, { ...query, personId: params.id }),
      listEventNames: async ({ query }, { accountId }) => ({
        names: await listEventNames(house, accountId, query.kind),
      }),
    },
    routes: compatibleRoutes(house, ingest, identify),
    jobs: [forgetKeys(house)],
    recordEvents: (tx, accountId, items) => recordEvents(recording, tx, accountId, items),
    markMachines: (tx, accountId, marked) => markMachines(recording, tx, accountId, marked),
  }
}
