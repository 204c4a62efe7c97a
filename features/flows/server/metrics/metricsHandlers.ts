import type { Handlers, House } from '@millrace/kit/server'
import type { flowsContract } from '../../contract/index.ts'
import type { FlowDoors } from '../doors.ts'
import { exportPeopleEvents } from './exportPeople.ts'
import { measureFlows } from './measureFlows.ts'
import { listPeopleEvents } from './peopleEvents.ts'
import { readFunnel } from './readFunnel.ts'
import { countUniquePeople } from './uniquePeople.ts'

/** The calls about figures to their verbs. */
export const metricsHandlers = (house: House, doors: FlowDoors) =>
  ({
    measureFlows: async ({ query }, { accountId }) => ({ metrics: await measureFlows(house, accountId, query) }),
    countFlowsUniquePeople: ({ query }, { accountId }) => countUniquePeople(house, accountId, query),
    listFlowPeopleEvents: ({ query }, { accountId }) => listPeopleEvents(house, accountId, query),
    exportFlowPeopleEvents: ({ query }, by) => exportPeopleEvents(house, doors, by, query),
    getFlowFunnel: ({ params, query }, { accountId }) => readFunnel(house, accountId, params.id, query),
  }) satisfies Partial<Handlers<typeof flowsContract>>
