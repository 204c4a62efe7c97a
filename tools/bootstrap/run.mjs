import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** The environment of a command: tools of the packages and the right Node come first. */
export const environmentFor = (node, cwd, environment = process.env) => ({
  ...environment,
  PATH: [dirname(node), join(cwd, 'node_modules', '.bin'), environment.PATH].filter(Boolean).join(delimiter),
})

/** The parent of a process, where the system tells. */
const parentOf = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

/** npm that is killed cannot tell anybody; then this process, or the shell between the two, has another parent. */
const onParentGone = (gone) => {
  if (!process.env.npm_lifecycle_event) return () => {}
  const above = () => `${process.ppid} ${parentOf(process.ppid)}`
  const atStart = above()
  const timer = setInterval(() => above() !== atStart && gone(), 500)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Runs a file with a Node in this process's place: signals are handed on, and its exit code is answered. The child
 * holds a channel to this process and so notices when this process is killed.
 */
export const run = (node, args, { cwd, quiet = false }) =>
  new Promise((resolve, reject) => {
    const child = spawn(node, args, {
      cwd,
      env: environmentFor(node, cwd),
      stdio: quiet ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    const output = []
    child.stdout?.on('data', (part) => output.push(part))
    child.stderr?.on('data', (part) => output.push(part))
    const pass = (signal) => child.kill(signal)
    for (const signal of SIGNALS) process.on(signal, pass)
    const stopWatching = onParentGone(() => child.kill('SIGTERM'))
    child.once('error', reject)
    child.once('close', (code, signal) => {
      stopWatching()
      for (const each of SIGNALS) process.off(each, pass)
      if (quiet && code !== 0) process.stderr.write(Buffer.concat(output))
      resolve(signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1))
    })
  })
