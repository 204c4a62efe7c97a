import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CLI = fileURLToPath(new URL('../../app/cli/millrace.ts', import.meta.url))

/** A process of Millrace that a check started. */
export type Instance = {
  address: string
  pid: number
  dataDir: string
  /** What it printed so far. */
  output(): string
  /** Asks it to stop and waits until it has. */
  stop(): Promise<void>
  /** Ends it without asking (`kill -9`) and waits until it is gone. */
  kill(): Promise<void>
}

type Options = {
  role?: 'api' | 'worker' | 'all'
  dataDir: string
  env?: Record<string, string>
  isSeeded?: boolean
  port?: number
}

const READY = /Open\s+(http:\/\/\S+)|Millrace \S+ works\./

const gone = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })

/** A folder of its own for an installation; removed by `removeDataDir`. */
export const newDataDir = (): string => mkdtempSync(join(tmpdir(), 'millrace-check-'))

/** Removes an installation's folder. */
export const removeDataDir = (dataDir: string): void => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })

/** Starts Millrace and waits until it says that it is ready; throws with its output where it does not within `withinMs`. */
export const startInstance = async (
  { role = 'all', dataDir, env = {}, isSeeded = false, port = 0 }: Options,
  withinMs = 180_000,
): Promise<Instance> => {
  const child = spawn(
    process.execPath,
    [CLI, 'start', '--port', String(port), '--data', dataDir, '--role', role, ...(isSeeded ? [] : ['--no-seed'])],
    {
      env: { ...process.env, TEST_MODE: 'true', RATE_LIMIT: '0', LOG_LEVEL: 'warn', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  const address = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`Millrace ${why}.\n${output}`))
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      fail(`was not ready after ${withinMs} ms`)
    }, withinMs)
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
      const ready = READY.exec(output)
      if (!ready) return
      clearTimeout(timer)
      resolve(ready[1]?.replace('localhost', '127.0.0.1') ?? '')
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(`ended with ${code} before it was ready`)
    })
  })
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await gone(child)
  }
  return {
    address,
    pid: child.pid ?? 0,
    dataDir,
    output: () => output,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}
