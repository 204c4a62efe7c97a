import type { DeliveryPorts } from '../server/index.ts'
import { openWorld, type World } from './openWorld.ts'
import { type FaultAt, type Receiver, startReceiver } from './receiver.ts'

/** A world whose mail leaves by SMTP, to a receiver of its own. */
export type RelayedWorld = World & { receiver: Receiver }

/** What shall be special about a relayed world: how its receiver misbehaves, whether it keeps what mails say, settings, and what higher features know. */
export type RelayedOptions = {
  faults?: FaultAt
  keepSource?: boolean
  settings?: Record<string, string>
  ports?: Partial<DeliveryPorts>
}

/** Starts a receiver on loopback and opens a world that sends to it; `close` ends both. */
export const openRelayedWorld = async ({
  faults,
  keepSource,
  settings,
  ports,
}: RelayedOptions = {}): Promise<RelayedWorld> => {
  const receiver = await startReceiver({ faults, keepSource })
  const world = await openWorld({ SMTP_URL: receiver.url, ...settings }, undefined, ports)
  const close = async () => {
    await world.close()
    await receiver.close()
  }
  return { ...world, receiver, close }
}
