import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { type Cluster, type ClusterSecrets, keepSecrets, prepareCluster, readSecrets } from './cluster.ts'
import { type Door, openDoor } from './door.ts'
import { clearLeftovers } from './leftovers.ts'
import { PortBusy, type Postmaster, startPostmaster } from './postmaster.ts'

/** How the embedded PostgreSQL is started. */
export type StartPostgres = {
  /** Holds the cluster, its passwords and its library links. */
  dataDir: string
  /** A fixed port; without it the last one, or a free one. */
  port?: number
  /** A cluster for tests: fast, not safe against power loss, removed when this process dies. */
  throwaway?: boolean
  log: Logger
}

/** A PostgreSQL that runs for this process. */
export type RunningPostgres = {
  /** Where the role `millrace` finds its database `millrace`. */
  url: string
  /** The same for the administrator of the cluster. */
  adminUrl: string
  /** True where another process of this machine runs it and this one only shares it. */
  isShared: boolean
  /** The server's process; it changes when the server was started again. */
  pid(): number | undefined
  stop(): Promise<void>
}

const freePort = () =>
  new Promise<number>((found, failed) => {
    const server = createServer()
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => found(port))
    })
  })

const addressOf = (user: string, password: string, port: number, database: string) =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`

const urls = ({ adminPassword, password }: ClusterSecrets, port: number) => ({
  url: addressOf('millrace', password, port, 'millrace'),
  adminUrl: addressOf('postgres', adminPassword, port, 'postgres'),
})

/** Makes the role and the database where they are missing; harmless where they are there. */
const ensureDatabase = async ({ secrets }: Cluster, port: number) => {
  const admin = new pg.Client({ connectionString: urls(secrets, port).adminUrl })
  await admin.connect()
  try {
    const { rows } = await admin.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = 'millrace') as role,
              exists (select from pg_database where datname = 'millrace') as database`,
    )
    if (!rows[0]?.role) await admin.query(`create role millrace login createrole password '${secrets.password}'`)
    if (!rows[0]?.database) await admin.query('create database millrace owner millrace')
  } finally {
    await admin.end()
  }
}

/** Starts on the wanted port; where that is taken and was not asked for, on a free one. */
const startOnSomePort = async (cluster: Cluster, { port, throwaway = false, log }: StartPostgres) => {
  const wanted = port || cluster.secrets.port || (await freePort())
  for (let at = wanted, tries = 0; ; at = await freePort(), tries++) {
    try {
      const { folder, binaries, environment, account } = cluster
      const options = { binaries, environment, account, cluster: folder, port: at, throwaway, log }
      return { at, options, postmaster: await startPostmaster(options) }
    } catch (error) {
      if (!(error instanceof PortBusy) || tries > 5) throw error
      if (port) throw new Error(`Port ${port} is taken; the embedded PostgreSQL cannot use it.`)
    }
  }
}

/** Starts the server again whenever it ends without having been told to. */
const keepRunning = (
  first: Postmaster,
  options: Parameters<typeof startPostmaster>[0],
  log: Logger,
): { pid(): number | undefined; stop(): Promise<void> } => {
  let current: Postmaster | undefined = first
  let isStopping = false
  const watch = async () => {
    while (!isStopping) {
      await current?.exited
      if (isStopping) return
      current = undefined
      log.error('PostgreSQL ended unexpectedly; starting it again.')
      try {
        await clearLeftovers(options.cluster, log)
        current = await startPostmaster(options)
        log.info('PostgreSQL runs again.')
      } catch (error) {
        log.error({ err: error }, 'PostgreSQL could not be started again')
        await pause(1_000)
      }
    }
  }
  const watching = watch()
  return {
    pid: () => current?.pid,
    stop: async () => {
      isStopping = true
      await current?.stop()
      await watching
      await current?.stop()
    },
  }
}

const share = async (dataDir: string): Promise<RunningPostgres> => {
  const secrets = await readSecrets(dataDir)
  if (!secrets?.port) throw new Error(`Another process runs the database of ${dataDir}, but its port is not known.`)
  return { ...urls(secrets, secrets.port), isShared: true, pid: () => undefined, stop: async () => {} }
}

const launch = async (dataDir: string, door: Door, options: StartPostgres): Promise<RunningPostgres> => {
  const cluster = await prepareCluster(dataDir, options.throwaway ?? false, options.log)
  await clearLeftovers(cluster.folder, options.log)
  const started = await startOnSomePort(cluster, options)
  try {
    await ensureDatabase(cluster, started.at)
    await keepSecrets(dataDir, { ...cluster.secrets, port: started.at })
  } catch (error) {
    await started.postmaster.stop()
    throw error
  }
  const running = keepRunning(started.postmaster, started.options, options.log)
  door.ready()
  return {
    ...urls(cluster.secrets, started.at),
    isShared: false,
    pid: running.pid,
    stop: async () => {
      await running.stop()
      door.close()
    },
  }
}

/**
 * Starts the embedded PostgreSQL of a data folder, or shares it where another process of this machine runs it already.
 * What a killed run has left behind is cleared first.
 */
export const startPostgres = async (options: StartPostgres): Promise<RunningPostgres> => {
  const dataDir = resolve(options.dataDir)
  const door = await openDoor(dataDir)
  if (!door) return share(dataDir)
  try {
    return await launch(dataDir, door, options)
  } catch (error) {
    door.close()
    throw error
  }
}
