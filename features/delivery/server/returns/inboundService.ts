import type { House, Service } from '@millrace/kit/server'
import type { DeliveryPorts } from '../ports.ts'
import { startInbound } from './inbound.ts'

const isTaken = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EADDRINUSE'

/** Takes what comes back by mail, where the settings name a port. Of several workers on a machine one does. */
export const inboundService = (house: House, ports: Pick<DeliveryPorts, 'recordEvents' | 'unsubscribe'>): Service => ({
  name: 'mail that comes back',
  role: 'worker',
  start: async () => {
    const { INBOUND_PORT, INBOUND_HOST } = house.settings
    if (INBOUND_PORT === undefined) return async () => {}
    try {
      const inbound = await startInbound(house, ports, { port: INBOUND_PORT, host: INBOUND_HOST })
      house.log.info({ port: inbound.port }, 'takes what comes back by mail')
      return inbound.close
    } catch (error) {
      if (!isTaken(error)) throw error
      house.log.warn({ port: INBOUND_PORT }, 'another process takes what comes back by mail')
      return async () => {}
    }
  },
})
