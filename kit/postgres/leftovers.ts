import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { processesIn, processState, signal, until, worksIn } from './processes.ts'

type Say = Pick<Logger, 'warn' | 'info'>

const pidIn = (file: string): number | undefined => {
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n', 1)[0]) : 0
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined
}

const stopOrphan = async (pid: number, cluster: string, log: Say) => {
  log.info(`A PostgreSQL of an earlier run is still there (process ${pid}); stopping it first.`)
  const isGone = () => !worksIn(pid, cluster)
  signal(pid, 'SIGINT')
  if (await until(isGone, 20_000)) return
  signal(pid, 'SIGQUIT')
  if (await until(isGone, 10_000)) return
  throw new Error(`PostgreSQL (process ${pid}) of an earlier run does not stop. Please end it by hand.`)
}

/**
 * Deals with what an earlier run that was killed has left: a PostgreSQL that still runs, its children, a dead one that
 * was not collected yet, or a `postmaster.pid` whose number belongs to another program by now.
 */
export const clearLeftovers = async (cluster: string, log: Say): Promise<void> => {
  const file = join(cluster, 'postmaster.pid')
  const pid = pidIn(file)
  if (pid !== undefined) {
    if (worksIn(pid, cluster)) await stopOrphan(pid, cluster, log)
    await until(() => processState(pid) !== 'zombie', 10_000)
  }
  if (!(await until(() => processesIn(cluster).length === 0, 20_000))) {
    throw new Error(
      `Processes ${processesIn(cluster).join(', ')} still work in ${cluster}. Please end them and start again.`,
    )
  }
  // PostgreSQL itself removes the file of a process that is gone; it only cannot tell another program with the same number.
  if (pid !== undefined && pidIn(file) === pid && processState(pid) !== 'gone') {
    log.warn(`The file postmaster.pid names process ${pid}, which is no PostgreSQL of this folder; removing the file.`)
    rmSync(file)
  }
}
