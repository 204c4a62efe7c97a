import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** What became of a process: `zombie` is dead but not yet collected by its parent. */
export type ProcessState = 'gone' | 'zombie' | 'alive'

const hasProc = process.platform === 'linux'

const stateFromProc = (pid: number): ProcessState => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may itself hold brackets and blanks.
    return /^\) [ZX]/.test(stat.slice(stat.lastIndexOf(')'))) ? 'zombie' : 'alive'
  } catch {
    return 'gone'
  }
}

/** Looks whether a process lives. */
export const processState = (pid: number): ProcessState => {
  if (hasProc) return stateFromProc(pid)
  try {
    process.kill(pid, 0)
    return 'alive'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'alive' : 'gone'
  }
}

const workingFolder = (pid: number | string) => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/** True where the process is a PostgreSQL that works in this cluster folder. */
export const worksIn = (pid: number, cluster: string): boolean => {
  if (processState(pid) !== 'alive') return false
  if (hasProc) return workingFolder(pid) === realpathSync(cluster)
  return /postgres/.test(execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' }))
}

/** Every living process that works in this cluster folder: after a kill of the postmaster its children live on shortly. */
export const processesIn = (cluster: string): number[] => {
  if (!hasProc) return []
  const folder = realpathSync(cluster)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && workingFolder(name) === folder)
    .map(Number)
    .filter((pid) => processState(pid) === 'alive')
}

/** Looks again and again until it is so; answers whether it came to be within the time. */
export const until = async (isSo: () => boolean, withinMs: number, everyMs = 50): Promise<boolean> => {
  const end = performance.now() + withinMs
  while (!isSo()) {
    if (performance.now() > end) return false
    await pause(everyMs)
  }
  return true
}

/** Sends a signal; a process that is already gone is fine. */
export const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
