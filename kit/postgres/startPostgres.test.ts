import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { inDatabase } from '../testing/database.ts'
import { findBinaries } from './binaries.ts'
import { processState, until } from './processes.ts'
import { type StartPostgres, startPostgres } from './startPostgres.ts'

const log = pino({ level: 'silent' })
let dataDir = ''

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'millrace-launcher-'))
  await chmod(dataDir, 0o755)
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const start = async (options: Partial<StartPostgres> = {}) => {
  const postgres = await startPostgres({ dataDir, log, ...options })
  onTestFinished(() => postgres.stop())
  return postgres
}

const pidFile = () => join(dataDir, 'postgres', 'postmaster.pid')

/** Another process that starts the same cluster and holds it; killing it is what `kill -9` of Millrace is. */
const holder = async () => {
  const script = `
    const { startPostgres } = await import(${JSON.stringify(new URL('./startPostgres.ts', import.meta.url).href)})
    const { pino } = await import('pino')
    const { url, pid } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: pino({ level: 'silent' }) })
    console.log(JSON.stringify({ url, pid: pid() }))
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string]
  return { child, ...(JSON.parse(line) as { url: string; pid: number }) }
}

describe('the launcher', () => {
  test('makes a cluster with a role of its own, and keeps what is in it', async () => {
    const first = await start()
    const [role] = await inDatabase(
      first.url,
      'select current_user as name, rolsuper as super from pg_roles where rolname = current_user',
    )
    expect(role).toEqual({ name: 'millrace', super: false })
    await inDatabase(first.url, 'create table kept as select 7 as n')
    await first.stop()
    const second = await start()
    expect(second.url).toBe(first.url)
    expect(await inDatabase(second.url, 'select n from kept')).toEqual([{ n: 7 }])
    expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o777).toBe(0o600)
  })

  test('refuses who has no password', async () => {
    const { url } = await start()
    const without = new URL(url)
    without.password = 'guessed'
    await expect(inDatabase(without.href, 'select 1')).rejects.toThrow('password authentication failed')
  })

  test('is shared by a second start on the same folder', async () => {
    const [one, two] = await Promise.all([start(), start()])
    expect(one.url).toBe(two.url)
    expect([one.isShared, two.isShared].toSorted()).toEqual([false, true])
  })

  test('starts the server again when it is killed, at the same address', async () => {
    const postgres = await start()
    await inDatabase(postgres.url, 'create table held as select 7 as n')
    const killed = postgres.pid()!
    process.kill(killed, 'SIGKILL')
    expect(await until(() => postgres.pid() !== undefined && postgres.pid() !== killed, 60_000)).toBe(true)
    expect(await inDatabase(postgres.url, 'select n from held')).toEqual([{ n: 7 }])
  })

  test('starts after its process was killed: the server that was left behind ends', async () => {
    const { child, url, pid } = await holder()
    await inDatabase(url, 'create table left_behind as select 8 as n')
    child.kill('SIGKILL')
    const postgres = await start()
    expect(processState(pid)).not.toBe('alive')
    expect(await inDatabase(postgres.url, 'select n from left_behind')).toEqual([{ n: 8 }])
  })

  test('starts after its process and the server were killed together', async () => {
    const { child, url, pid } = await holder()
    await inDatabase(url, 'create table cut_off as select 9 as n')
    child.kill('SIGKILL')
    process.kill(pid, 'SIGKILL')
    const postgres = await start()
    expect(await inDatabase(postgres.url, 'select n from cut_off')).toEqual([{ n: 9 }])
  })

  test('is not held up by a pid file whose number belongs to another program by now', async () => {
    const postgres = await start()
    const text = await readFile(pidFile(), 'utf8')
    await postgres.stop()
    await writeFile(pidFile(), text.replace(/^\d+/, String(process.pid)))
    const again = await start()
    expect(await inDatabase(again.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('takes another port where the last one is taken, but not where it was asked for', async () => {
    const before = await start()
    await before.stop()
    const port = Number(new URL(before.url).port)
    const squatter = createServer().listen(port, '127.0.0.1')
    await once(squatter, 'listening')
    onTestFinished(async () => void squatter.close())
    await expect(start({ port })).rejects.toThrow(`Port ${port} is taken`)
    const moved = await start()
    expect(new URL(moved.url).port).not.toBe(String(port))
  })

  test('says what is wrong with a cluster of another version', async () => {
    await (await start()).stop()
    const version = join(dataDir, 'postgres', 'PG_VERSION')
    await writeFile(version, '15\n')
    await expect(start()).rejects.toThrow('was made by PostgreSQL 15')
    await writeFile(version, '18\n')
    await expect(start()).resolves.toBeDefined()
  })

  test('says what to do on a machine that has no embedded build', async () => {
    await expect(findBinaries('plan9-mips')).rejects.toThrow('Give an external one (15 to 18) as DATABASE_URL')
  })
})
