import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Db, Tx } from '@millrace/kit/server'
import { type Journal, openJournal } from './journal.ts'

/** A worker that is silent for this long is taken for dead. */
export const LEASE_MS = 20_000

/** A process that sends. */
export type Worker = {
  id: string
  journal: Journal
  /** True while the others surely take this worker for alive, and for `ms` more. */
  isTrusted(ms?: number): boolean
  /**
   * Begins to watch. The answer is true as long as the others have surely taken this worker for alive without a break since
   * then: whatever it held before a break may be somebody else's, and must not be put on the wire.
   */
  watchTrust(): () => boolean
  /** Says that the worker lives. */
  beat(): Promise<void>
  end(): void
}

const bootId = (): string => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()

/** Where process numbers mean the same: this start of this machine, this container. */
export const machineName = (): string => {
  try {
    const boot = bootId()
    return `${hostname()} ${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    // Only Linux tells; elsewhere a dead worker is known by its silence alone.
    return `${hostname()} ${randomBytes(8).toString('hex')}`
  }
}

/** True where a machine's name was given since this machine started: what was written to files then is all there. */
export const isSinceStart = (machine: string): boolean => {
  try {
    return machine.split(' ').includes(bootId())
  } catch {
    return false
  }
}

/** The database's time, so that workers with clocks apart agree on who is silent. */
export const sharedTime = async (tx: Tx): Promise<Date> => {
  const row = await tx.one<{ at: Date }>(
    `select date_trunc('milliseconds', clock_timestamp()) as at`,
    [],
    'shared-time',
  )
  return row?.at ?? new Date(0)
}

/** A worker's sign of life; its row is made again where others removed it. */
const BEAT = `insert into workers (id, machine, pid, journal, started_at, seen_at) values ($1, $2, $3, $4, $5, $5)
  on conflict (id) do update set seen_at = excluded.seen_at`

/** Makes this process a worker. `folder` is where its journal goes; empty keeps none. */
export const makeWorker = (db: Db, folder: string): Worker => {
  const machine = machineName()
  const id = `${hostname().slice(0, 40)}-${process.pid}-${randomBytes(6).toString('hex')}`
  const journal = openJournal(folder && join(folder, `${id}.wire`))
  // By a clock that nobody sets, and by one that goes on while the machine sleeps.
  let trustedUntil = { monotonic: 0, wall: 0 }
  let breaks = 0
  const isTrusted = (ms = 0) => performance.now() + ms < trustedUntil.monotonic && Date.now() + ms < trustedUntil.wall
  return {
    id,
    journal,
    isTrusted,
    watchTrust: () => {
      const before = breaks
      return () => breaks === before && isTrusted()
    },
    beat: async () => {
      const asked = { monotonic: performance.now(), wall: Date.now() }
      await db.system(async (tx) => {
        await tx.run(BEAT, [id, machine, process.pid, journal.path, await sharedTime(tx)], 'worker-beat')
      })
      if (!isTrusted()) {
        breaks++
        journal.renew()
      }
      trustedUntil = { monotonic: asked.monotonic + LEASE_MS / 2, wall: asked.wall + LEASE_MS / 2 }
    },
    end: () => journal.remove(),
  }
}

/** True where a process of this number runs on this machine. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
