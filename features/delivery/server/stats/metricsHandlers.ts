import type { Handlers, House } from '@millrace/kit/server'
import type { deliveryContract } from '../../contract/index.ts'
import type { DeliveryPorts } from '../ports.ts'
import { emailStats } from './emailStats.ts'
import { exportMailEvents } from './exportMailEvents.ts'
import { listMailEvents } from './listMailEvents.ts'
import { measureHours } from './measureHours.ts'
import { measureMail } from './measureMail.ts'
import { personMetrics } from './personMetrics.ts'

/** The calls about figures to their verbs. */
export const metricsHandlers = ({ house, ports }: { house: House; ports: Pick<DeliveryPorts, 'queueExport'> }) =>
  ({
    emailStats: ({ query }, { accountId }) => emailStats(house, accountId, query),
    measureMail: async ({ query }, { accountId }) => ({ metrics: await measureMail(house, accountId, query) }),
    measureHours: async ({ query }, { accountId }) => ({ metrics: await measureHours(house, accountId, query) }),
    listMailEvents: ({ query }, { accountId }) => listMailEvents(house, accountId, query),
    exportMailEvents: ({ body }, by) => exportMailEvents(house, ports.queueExport, by, body),
    getPersonMetrics: async ({ params, query }, { accountId }) => ({
      metrics: await personMetrics(house, accountId, params.id, query.startDate),
    }),
  }) satisfies Partial<Handlers<typeof deliveryContract>>
