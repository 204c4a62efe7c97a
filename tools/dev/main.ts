import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '@millrace/kit/postgres'
import { readSettings } from '@millrace/kit/server'
import { pino } from 'pino'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const run = (args: string[], environment: Record<string, string> = {}): ChildProcess =>
  spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...environment } })

const ended = (child: ChildProcess) => new Promise<void>((resolve) => child.once('exit', () => resolve()))

/** PostgreSQL is held here, so that the server, which starts again with every change, finds it running. */
const main = async () => {
  const settings = readSettings(process.env)
  const database = settings.DATABASE_URL
    ? undefined
    : await startPostgres({ dataDir: settings.DATA_DIR, log: pino({ level: 'warn' }) })
  const address = `http://127.0.0.1:${settings.PORT}`
  const server = run(['--watch', '--watch-preserve-output', 'app/cli/millrace.ts', 'start', ...process.argv.slice(2)])
  const web = run(
    [join(ROOT, 'node_modules/vite/bin/vite.js'), '--config', 'app/web/vite.config.ts', '--clearScreen', 'false'],
    { SERVER_URL: address },
  )
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    for (const child of [server, web]) child.kill('SIGTERM')
    await Promise.all([ended(server), ended(web)])
    await database?.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, stop)
}

await main()
