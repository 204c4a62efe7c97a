import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathOfExport } from '@millrace/kit/server'
import { callServer, type TestHouse, type TestServer, testHouse } from '@millrace/kit/testing'
import { openPeople, type SystemMail } from '@millrace/people/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { objectsContract } from '../../contract/index.ts'
import { openObjects } from '../index.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'millrace-exports-'))
const mails: SystemMail[] = []
const company = { objectName: 'company' }
/** Lets so many stretches of the segment 7 pass, then breaks. */
let stretches = Number.POSITIVE_INFINITY
let house: TestHouse
let server: TestServer<typeof objectsContract>
let objects: ReturnType<typeof openObjects>

beforeAll(async () => {
  house = await testHouse({ DATA_DIR: dataDir })
  objects = openObjects(house, {
    people: openPeople(house),
    sendSystemMail: async (_tx, mail) => void mails.push(mail),
    // The segment 7 holds what is on the plan "pro".
    objectsInSegment: async (_tx, _accountId, segmentId, _objectName, first) => {
      if (segmentId !== 7) return undefined
      if (stretches-- <= 0) throw new Error('the worker was cut off')
      return { sql: `o.fields ->> 'plan' = $${first}`, values: ['pro'] }
    },
  })
  server = await callServer(objects)
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
beforeEach(() => {
  mails.length = 0
  stretches = Number.POSITIVE_INFINITY
})

const setting = async (count = 0) => {
  const account = await house.newAccount()
  const client = server.as(account)
  const body = [
    { externalId: 'a', name: 'Acme', plan: 'pro' },
    { externalId: 'b', name: '=Bolt', plan: 'free' },
  ]
  const made = (await client.call('createObjects', { params: company, body })).objects
  if (count) await crowd(account.accountId, count)
  const change = (body: object) => client.call('changeManyObjects', { params: company, body: body as never })
  const job = async () => (await client.call('listObjectJobs', {})).jobs[0]!
  return { ...account, client, ids: made.map(({ id }) => id), change, job }
}

const crowd = (accountId: number, count: number) =>
  house.db.system((tx) =>
    tx.run(
      `insert into objects (account_id, schema_id, external_id, fields, words, created_at, updated_at)
       select $1::int, s.id, 'c' || g, jsonb_build_object('name', 'C' || g, 'plan', 'pro'), 'C' || g, $3, $3
       from object_schemas s, generate_series(1, $2::int) as g where s.account_id = $1 and s.name = 'company'`,
      [accountId, count, house.clock.now()],
    ),
  )

const number = async (accountId: number, sql: string) =>
  (await house.db.system((tx) => tx.one<{ n: number }>(`select count(*) as n from ${sql}`, [accountId])))!.n

const work = () => house.runJobs(objects.jobs ?? [])
const handler = () => objects.jobs!.find(({ name }) => name === 'objects.bulk')!
const runIt = (accountId: number, id: number | undefined) =>
  handler().run({ accountId, id }, new AbortController().signal)

describe('work on many objects', () => {
  test('a thousand are done at once: named ones, all but some, a search, a segment', async () => {
    const { client, accountId, ids, change } = await setting(30)
    expect(await change({ action: 'archive', ids: [...ids, 987_654] })).toEqual({
      changed: 2,
      count: 2,
      isQueued: false,
    })
    expect(await change({ action: 'archive', all: true, query: 'C1' })).toMatchObject({ changed: 11 })
    expect(await change({ action: 'restore', all: true, except: [ids[0]!] })).toMatchObject({ changed: 12 })
    expect(await change({ action: 'set', all: true, segmentId: 7, fields: { plan: 'max' } })).toMatchObject({
      changed: 30,
    })
    expect(await change({ action: 'delete', all: true, archived: true })).toMatchObject({ changed: 1 })
    const { total } = await client.call('listObjects', { params: company, query: {} })
    expect(total).toBe(31)
    expect(await number(accountId, `object_jobs where account_id = $1`)).toBe(0)
  })

  test('more are a job that tells how far it is, each kind of it', async () => {
    const { accountId, change, job } = await setting(1500)
    const first = await change({ action: 'set', all: true, fields: { plan: 'max' } })
    expect(first).toMatchObject({ isQueued: true, count: 1502, changed: 0 })
    const called = { objectName: 'company', displayNameSingular: 'Company', displayNamePlural: 'Companies' }
    expect(await job()).toMatchObject({ id: first.jobId, kind: 'set', status: 'queued', progress: 0, ...called })
    await work()
    expect(await job()).toMatchObject({ status: 'done', dealt: 1502, changed: 1502, total: 1502, progress: 1 })
    expect(await number(accountId, `objects where account_id = $1 and fields ->> 'plan' = 'max'`)).toBe(1502)
    await change({ action: 'archive', all: true })
    await work()
    expect(await number(accountId, 'objects where account_id = $1 and archived_at is null')).toBe(0)
    // What is archived does not come back by being set.
    expect(await change({ action: 'set', all: true, archived: true, fields: { plan: 'x' } })).toMatchObject({
      count: 0,
    })
    await change({ action: 'restore', all: true })
    await work()
    expect(await number(accountId, 'objects where account_id = $1 and archived_at is null')).toBe(1502)
    await change({ action: 'delete', all: true })
    await work()
    expect(await number(accountId, 'objects where account_id = $1')).toBe(0)
    expect(await job()).toMatchObject({ kind: 'delete', status: 'done', changed: 1502 })
  })

  test('goes on where it was cut off, and does nothing twice', async () => {
    const { accountId, change, job } = await setting(3500)
    await house.db.system((tx) => tx.run('delete from changes where account_id = $1', [accountId]))
    const { jobId } = await change({ action: 'archive', segmentId: 7 })
    stretches = 2
    await expect(runIt(accountId, jobId)).rejects.toThrow('cut off')
    expect(await job()).toMatchObject({ status: 'running', dealt: 2000, changed: 2000 })
    stretches = Number.POSITIVE_INFINITY
    await runIt(accountId, jobId)
    expect(await job()).toMatchObject({ status: 'done', dealt: 3501, changed: 3501 })
    await runIt(accountId, jobId)
    expect(await job()).toMatchObject({ dealt: 3501 })
    expect(await number(accountId, `changes where account_id = $1 and kind = 'object.archived'`)).toBe(3501)
  })

  test('is given up where it breaks off again and again; can be stopped', async () => {
    const { accountId, client, change, job } = await setting(1200)
    const { jobId } = await change({ action: 'delete', segmentId: 7 })
    stretches = 0
    for (let tries = 0; tries < 4; tries++) await expect(runIt(accountId, jobId)).rejects.toThrow('cut off')
    await runIt(accountId, jobId)
    expect(await job()).toMatchObject({ status: 'failed', error: 'Error while deleting object.', dealt: 0 })
    stretches = Number.POSITIVE_INFINITY
    const second = await change({ action: 'archive', all: true })
    const reader = server.as({ accountId, scopes: ['people:read'] })
    expect((await reader.send('cancelObjectJob', { params: { id: second.jobId! } })).status).toBe(403)
    const other = await setting()
    expect((await other.client.send('cancelObjectJob', { params: { id: second.jobId! } })).status).toBe(404)
    const { job: stopped } = await client.call('cancelObjectJob', { params: { id: second.jobId! } })
    expect(stopped).toMatchObject({ status: 'canceled' })
    await work()
    expect(await number(accountId, 'objects where account_id = $1 and archived_at is null')).toBe(1202)
  })

  test('refuses what names nothing, fits nothing, or is of others', async () => {
    const { accountId, client, ids } = await setting()
    const send = async (body: object, params = company) => {
      const reply = await client.send('changeManyObjects', { params, body: body as never })
      return [reply.status, (reply.body as never as { error: { message: string } }).error.message]
    }
    expect(await send({ action: 'archive' })).toEqual([422, 'Name at least one.'])
    expect(await send({ action: 'set', ids })).toEqual([422, 'Choose a field.'])
    expect(await send({ action: 'set', ids, fields: { none: 1 } })).toEqual([422, 'none: there is no such field.'])
    expect((await send({ action: 'set', ids, fields: { employees: 'many' } }))[0]).toBe(422)
    expect((await send({ action: 'archive', all: true, segmentId: 8 }))[0]).toBe(404)
    expect((await send({ action: 'archive', all: true }, { objectName: 'person' }))[0]).toBe(422)
    const other = await setting()
    expect(await other.change({ action: 'delete', ids })).toMatchObject({ changed: 0 })
    const reader = server.as({ accountId, scopes: ['people:read'] })
    const asked = { params: company, body: { action: 'archive' as const, all: true as const } }
    expect((await reader.send('changeManyObjects', asked)).status).toBe(403)
  })
})

describe('an export of objects', () => {
  test('is a file whose link is mailed; spreadsheets run nothing of it', async () => {
    const { client, job } = await setting(3)
    const body = { all: true as const, notifyEmail: 'Boss@Acme.io' }
    expect(await client.call('exportObjects', { params: company, body })).toMatchObject({ isQueued: true, count: 5 })
    expect(mails).toEqual([])
    await work()
    const { id, ...rest } = await job()
    expect(rest).toMatchObject({ kind: 'export', status: 'done', dealt: 5, email: 'boss@acme.io', hasFile: true })
    expect(mails).toMatchObject([{ to: 'boss@acme.io', subject: 'Your export is ready' }])
    expect(mails[0]!.text).toContain('5 companies')
    const { text, status } = await client.send('downloadObjectExport', { params: { id } })
    const [head, ...lines] = text.replace('\ufeff', '').trim().split('\r\n')
    expect([status, head!.startsWith('ID,External ID,Name,'), lines.length]).toEqual([200, true, 5])
    expect(lines[0]).toContain(',a,Acme,')
    expect(lines[1]).toContain(",b,'=Bolt,")
    const token = /token=(\S+)/.exec(mails[0]!.text)![1]!
    expect((await server.nobody.send('openObjectExportLink', { query: { token } })).text).toBe(text)
    expect((await server.nobody.send('openObjectExportLink', { query: { token: `${token}x` } })).status).toBe(410)
  })

  test('holds the chosen columns and objects alone, and who may not have it does not', async () => {
    const { client, accountId, ids, job } = await setting()
    await client.call('exportObjects', { params: company, body: { ids: [ids[1]!], attributes: ['plan', 'name'] } })
    await work()
    const { id } = await job()
    const { text } = await client.send('downloadObjectExport', { params: { id } })
    expect(text).toBe(`\ufeffID,External ID,Plan,Name\r\n${ids[1]},b,free,'=Bolt\r\n`)
    const writer = server.as({ accountId, scopes: ['people:read', 'people:write'] })
    expect((await writer.send('downloadObjectExport', { params: { id } })).status).toBe(403)
    expect((await writer.send('exportObjects', { params: company, body: { all: true } })).status).toBe(403)
    const other = await setting()
    expect((await other.client.send('downloadObjectExport', { params: { id } })).status).toBe(404)
    const wrong = await client.send('exportObjects', { params: company, body: { all: true, notifyEmail: 'nobody' } })
    expect(wrong.status).toBe(422)
  })

  test('goes with its file when its link is over', async () => {
    const { client, accountId, job } = await setting()
    await client.call('exportObjects', { params: company, body: { all: true } })
    await work()
    const { id } = await job()
    const key = await house.db.system((tx) =>
      tx.one<{ key: string }>('select file_key as key from object_jobs where account_id = $1', [accountId]),
    )
    expect(readFileSync(pathOfExport(house, key!.key), 'utf8')).toContain('Acme')
    house.clock.advance(3 * 86_400_000 + 1)
    await objects.jobs!.find(({ name }) => name === 'objects.forgetJobs')!.run({}, new AbortController().signal)
    expect(() => readFileSync(pathOfExport(house, key!.key))).toThrow('ENOENT')
    expect((await client.send('downloadObjectExport', { params: { id } })).status).toBe(404)
  })
})
