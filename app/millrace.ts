import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { House, Service, Settings } from '@millrace/kit/server'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { collectDefaultMetrics } from 'prom-client'
import { openDatabaseOf } from './database.ts'
import { type Features, openFeatures } from './features.ts'
import { openHouse } from './house.ts'
import { openOperationsServer, openServer } from './server/openServer.ts'
import { startWorker, type Worker } from './worker/startWorker.ts'

/** The version of this installation. */
export const VERSION: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

/** A running installation. */
export type Millrace = { house: House; features: Features; address: string; stop(): Promise<void> }

const freePort = (host: string) =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, host, () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

const listen = async (server: FastifyInstance, { HOST, PORT }: Settings) => {
  try {
    await server.listen({ host: HOST, port: PORT })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(`Port ${PORT} is taken; perhaps Millrace runs already. Choose another one with --port.`)
  }
}

const startServices = async (features: Features, role: Settings['ROLE']) => {
  const wanted = features.list
    .flatMap((feature) => feature.services ?? [])
    .filter((service: Service) => role === 'all' || service.role === role)
  const stops: (() => Promise<void>)[] = []
  for (const service of wanted) stops.push(await service.start())
  return stops
}

/** Undoes what was started, last first; what cannot be stopped does not keep the rest from being stopped. */
const stopAll = async (stops: (() => Promise<unknown>)[], log: Logger) => {
  for (const stop of stops.toReversed()) {
    await stop().catch((error: Error) => log.error({ err: error }, 'Something could not be stopped'))
  }
}

const addressOf = ({ HOST, PORT }: Settings) =>
  `http://${['0.0.0.0', '::', '127.0.0.1'].includes(HOST) ? 'localhost' : HOST}:${PORT}`

const openHttp = (house: House, features: Features, isClosing: () => boolean) =>
  house.settings.ROLE === 'worker'
    ? openOperationsServer(house, isClosing)
    : openServer({ house, features, version: VERSION, isClosing, checkReplies: process.env.NODE_ENV !== 'production' })

/** What to do once the features are open and before anything is answered or done. */
export type Prepare = (house: House, features: Features) => Promise<void>

/**
 * Starts an installation: database, house, features, what `prepare` does, worker, HTTP. Where a step fails, the earlier
 * ones are undone. Stopping goes the other way: no new requests, what was claimed is finished, PostgreSQL ends last.
 */
export const startMillrace = async (given: Settings, log: Logger, prepare?: Prepare): Promise<Millrace> => {
  const settings = given.PORT === 0 ? { ...given, PORT: await freePort(given.HOST) } : given
  const address = addressOf(settings)
  const publicUrl = (settings.PUBLIC_URL ?? address).replace(/\/+$/, '')
  const stops: (() => Promise<unknown>)[] = []
  let isClosing = false
  const stop = async () => {
    isClosing = true
    await stopAll(stops.splice(0), log)
  }
  try {
    const database = await openDatabaseOf(settings, log)
    stops.push(database.stop)
    const { isWalled, url: databaseUrl } = database
    const { house, close } = await openHouse({ settings, databaseUrl, isWalled, publicUrl, log })
    stops.push(close)
    collectDefaultMetrics({ register: house.metrics })
    const features = openFeatures(house)
    await prepare?.(house, features)
    for (const end of await startServices(features, settings.ROLE)) stops.push(end)
    let worker: Worker | undefined
    if (settings.ROLE !== 'api') worker = await startWorker(house, features.list)
    if (worker) stops.push(worker.stop)
    const server = await openHttp(house, features, () => isClosing)
    stops.push(() => server.close())
    await listen(server, settings)
    return { house, features, address, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
