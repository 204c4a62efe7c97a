import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { SystemAccount } from './account.ts'
import type { Binaries } from './binaries.ts'
import { memorySettings, usableMemory } from './memory.ts'
import { signal } from './processes.ts'

/** What a PostgreSQL is started with. */
export type PostmasterOptions = {
  binaries: Binaries
  environment: NodeJS.ProcessEnv
  cluster: string
  port: number
  account: SystemAccount | undefined
  throwaway: boolean
  log: Logger
}

/** A running PostgreSQL server. */
export type Postmaster = { pid: number; exited: Promise<void>; stop(): Promise<void> }

/** Said by PostgreSQL where the port belongs to somebody else. */
export class PortBusy extends Error {}

const SETTINGS = {
  unix_socket_directories: '',
  listen_addresses: '127.0.0.1',
  max_connections: '100',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_line_prefix: '',
}

const SAFE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

/** A test cluster may be lost with the machine; that makes it several times faster. */
const THROWAWAY = {
  shared_buffers: '256MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '4GB',
  autovacuum_naptime: '5min',
}

const argumentsFor = ({ cluster, port, throwaway }: PostmasterOptions) => [
  ...['-D', cluster, '-p', String(port)],
  ...Object.entries({ ...SETTINGS, ...memorySettings(usableMemory()), ...(throwaway ? THROWAWAY : SAFE) }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  ),
]

const asAccount = (account: SystemAccount | undefined) => account && { uid: account.uid, gid: account.gid }

/**
 * Ends the database when this process dies without having done so. The guard waits on a pipe that only this process
 * holds; it lives in a session of its own, so that Ctrl-C reaches neither it nor PostgreSQL.
 */
const startGuard = ({ cluster, account, throwaway }: PostmasterOptions): ChildProcess => {
  const clean = throwaway ? 'while [ -e "$1/postmaster.pid" ]; do sleep 0.1; done; rm -rf "$1"' : ':'
  const script = `cat >/dev/null; read -r pid <"$1/postmaster.pid" && kill -INT "$pid"; ${clean}`
  const guard = spawn('/bin/sh', ['-c', script, 'millrace-guard', cluster], {
    ...asAccount(account),
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without a shell there is no guard; the next start cleans up what it would have.
  guard.on('error', () => {})
  guard.unref()
  return guard
}

const relay = (line: string, log: Logger) => {
  const text = line.replace(/^(LOG|WARNING|ERROR|FATAL|PANIC):\s+/, '')
  if (/^(PANIC|FATAL):/.test(line) && !/(terminating connection|shutting down|starting up)/.test(line)) log.error(text)
  else log.debug(text)
}

const ready = (child: ChildProcess, log: Logger) =>
  new Promise<void>((resolve, reject) => {
    const said: string[] = []
    createInterface({ input: child.stderr! }).on('line', (line) => {
      relay(line, log)
      if (said.length < 40) said.push(line)
      if (line.includes('database system is ready to accept connections')) resolve()
    })
    child.once('error', reject)
    child.once('exit', (code) => {
      const text = said.join('\n')
      if (/could not bind|could not create any TCP/.test(text)) reject(new PortBusy(text))
      else reject(new Error(`PostgreSQL did not start (exit ${code}).\n${text}`))
    })
  })

/** How long PostgreSQL may take to end its sessions and write everything before it is cut. */
const STOP_MS = 8_000

/** Starts PostgreSQL on a cluster and waits until it takes connections. */
export const startPostmaster = async (options: PostmasterOptions): Promise<Postmaster> => {
  const { binaries, environment, account, log } = options
  const child = spawn(binaries.postgres, argumentsFor(options), {
    ...asAccount(account),
    cwd: '/',
    env: environment,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  await ready(child, log)
  const guard = startGuard(options)
  const pid = child.pid!
  void exited.then(() => guard.kill('SIGKILL'))
  return {
    pid,
    exited,
    stop: async () => {
      signal(pid, 'SIGINT')
      const cut = new AbortController()
      await Promise.race([exited, pause(STOP_MS, undefined, { signal: cut.signal }).catch(() => {})])
      cut.abort()
      signal(pid, 'SIGQUIT')
      await exited
    },
  }
}
