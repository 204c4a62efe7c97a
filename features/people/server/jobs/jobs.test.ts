import { mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openExport, pathOfExport } from '@millrace/kit/server'
import { callServer, type TestHouse, type TestServer, testHouse } from '@millrace/kit/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PersonInput, peopleContract } from '../../contract/index.ts'
import { openPeople, type SystemMail } from '../index.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'millrace-exports-'))
const mails: SystemMail[] = []
/** Lets so many stretches of a segment pass, then breaks. */
let stretches = Number.POSITIVE_INFINITY
let house: TestHouse
let server: TestServer<typeof peopleContract>
let people: ReturnType<typeof openPeople>

beforeAll(async () => {
  house = await testHouse({ DATA_DIR: dataDir })
  people = openPeople(house, {
    sendSystemMail: async (_tx, mail) => void mails.push(mail),
    peopleOfSegment: async (tx, accountId, _segmentId, after, limit) => {
      if (stretches-- <= 0) throw new Error('the worker was cut off')
      const sql = `select p.id from people p where p.account_id = $1 and p.id > $2 order by p.account_id, p.id limit $3`
      return (await tx.rows<{ id: number }>(sql, [accountId, after, limit])).map(({ id }) => id)
    },
  })
  server = await callServer(people)
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
beforeEach(() => {
  mails.length = 0
  stretches = Number.POSITIVE_INFINITY
})

const setting = async (persons: PersonInput[] = []) => {
  const account = await house.newAccount()
  await house.db.account(account.accountId, (tx) => people.seedFields(tx, account.accountId))
  const client = server.as(account)
  if (persons.length) await client.call('savePeople', { body: persons })
  return { ...account, client, job: async () => (await client.call('listPeopleJobs', {})).jobs[0]! }
}

const crowd = (accountId: number, count: number) =>
  house.db.system((tx) =>
    tx.run(
      `insert into people (account_id, email, created_at, updated_at)
       select $1::int, 'c' || g || '@acme.io', $3, $3 from generate_series(1, $2::int) as g`,
      [accountId, count, house.clock.now()],
    ),
  )

const number = async (accountId: number, sql: string) =>
  (await house.db.system((tx) => tx.one<{ n: number }>(`select count(*) as n from ${sql}`, [accountId])))!.n

const work = () => house.runJobs(people.jobs ?? [])
const handler = () => people.jobs!.find(({ name }) => name === 'people.bulk')!

describe('work on many people', () => {
  test('tells how far it is and what it came to, each kind of it', async () => {
    const { client, accountId, job } = await setting()
    await crowd(accountId, 1500)
    const { jobId, count } = await client.call('tagPeople', { body: { tag: 'a,b', all: true } })
    expect(count).toBe(1500)
    expect(await job()).toMatchObject({ id: jobId, kind: 'tag', status: 'queued', tags: ['a', 'b'], progress: 0 })
    await work()
    expect(await job()).toMatchObject({ status: 'done', dealt: 1500, changed: 3000, total: 1500, progress: 1 })
    expect((await client.send('untagPeople', { body: { tag: 'a', all: true } })).status).toBe(204)
    await work()
    expect((await client.call('countTags', {})).tagCounts).toEqual({ b: 1500 })
    await client.send('archivePeople', { body: { all: true, query: 'c1@acme' } })
    await client.send('archivePeople', { body: { all: true } })
    await work()
    expect(await number(accountId, 'people where account_id = $1 and archived_at is null')).toBe(0)
    expect(await client.call('restoreAllPeople', {})).toMatchObject({ count: 1500, isQueued: true })
    await work()
    expect(await number(accountId, 'people where account_id = $1 and archived_at is null')).toBe(1500)
    await client.send('archivePeople', { query: { force: true }, body: { all: true, query: 'c1499@acme' } })
    expect(await number(accountId, 'people where account_id = $1')).toBe(1499)
    await client.send('archivePeople', { query: { force: true }, body: { all: true } })
    await work()
    expect(await number(accountId, 'people where account_id = $1')).toBe(0)
    expect(await job()).toMatchObject({ kind: 'delete', status: 'done', changed: 1499 })
  })

  test('goes on where it was cut off, and does nothing twice', async () => {
    const { client, accountId, job } = await setting()
    await crowd(accountId, 3500)
    const { jobId } = await client.call('tagPeople', { body: { tag: 'cut', segmentId: 7 } })
    stretches = 2
    const run = () => handler().run({ accountId, id: jobId }, new AbortController().signal)
    await expect(run()).rejects.toThrow('cut off')
    expect(await job()).toMatchObject({ status: 'running', dealt: 2000, changed: 2000, total: null })
    expect((await job()).progress).toBeCloseTo(2000 / 3500, 1)
    await crowd2(accountId)
    stretches = Number.POSITIVE_INFINITY
    await run()
    expect(await job()).toMatchObject({ status: 'done', dealt: 3500, changed: 3500 })
    expect(await number(accountId, `changes where account_id = $1 and kind = 'tag.added'`)).toBe(3500)
    await run()
    expect(await job()).toMatchObject({ dealt: 3500 })
  })

  test('is given up where it breaks off again and again', async () => {
    const { client, accountId, job } = await setting()
    await crowd(accountId, 1200)
    const { jobId } = await client.call('tagPeople', { body: { tag: 'never', segmentId: 7 } })
    stretches = 0
    const run = () => handler().run({ accountId, id: jobId }, new AbortController().signal)
    for (let tries = 0; tries < 4; tries++) await expect(run()).rejects.toThrow('cut off')
    await run()
    expect(await job()).toMatchObject({ status: 'failed', error: 'Error while adding/removing tags.', dealt: 0 })
  })

  test('can be stopped; what is done stays', async () => {
    const { client, accountId, memberId, job } = await setting()
    await crowd(accountId, 2500)
    const { jobId } = await client.call('tagPeople', { body: { tag: 'half', segmentId: 7 } })
    stretches = 1
    const id = jobId!
    await handler()
      .run({ accountId, id }, new AbortController().signal)
      .catch(() => undefined)
    const reader = server.as({ accountId, memberId, scopes: ['people:read'] })
    expect((await reader.send('cancelPeopleJob', { params: { id } })).status).toBe(403)
    const other = await setting()
    expect((await other.client.send('cancelPeopleJob', { params: { id } })).status).toBe(404)
    expect((await client.call('cancelPeopleJob', { params: { id } })).job).toMatchObject({ status: 'canceled' })
    stretches = Number.POSITIVE_INFINITY
    await work()
    expect(await job()).toMatchObject({ status: 'canceled', dealt: 1000 })
    expect((await client.call('countTags', {})).tagCounts).toEqual({ half: 1000 })
  })

  test('keeps to what the list shows: without the anonymous, the archived alone', async () => {
    const { client, accountId } = await setting([
      { email: 'a@acme.io' },
      { segmentAnonymousId: 'visitor' },
      { email: 'gone@acme.io' },
    ])
    await client.send('archivePeople', { body: { all: true, query: 'gone@' } })
    expect(await client.call('tagPeople', { body: { tag: 'x', all: true, ignoreAnonymous: true } })).toMatchObject({
      count: 1,
    })
    expect(await client.call('tagPeople', { body: { tag: 'y', all: true, archived: true } })).toMatchObject({
      count: 1,
    })
    expect(await client.call('restorePeople', { body: { all: true, query: 'gone@' } })).toMatchObject({ count: 1 })
    expect(await number(accountId, 'people where account_id = $1 and archived_at is null')).toBe(3)
    for (const call of ['tagPeople', 'untagPeople'] as const)
      expect((await client.send(call, { body: { tag: 'x' } })).status).toBe(422)
    expect((await client.send('tagPeople', { body: { tag: 'counts', all: true } })).status).toBe(422)
  })
})

const crowd2 = (accountId: number) =>
  house.db.system((tx) =>
    tx.run(`insert into people (account_id, email, created_at, updated_at) values ($1, 'late@acme.io', $2, $2)`, [
      accountId,
      house.clock.now(),
    ]),
  )

describe('export', () => {
  const PEOPLE: PersonInput[] = [
    { email: 'ann@acme.io', userId: 'u1', firstName: '=HYPERLINK("http://evil")', plan: 'Größe "M", L', tags: 'a,b' },
    { email: 'bob@acme.io', firstName: '+41 44 1', roles: ['x', 'y'], lastName: 'two\nlines', isPaying: true },
  ]
  const fileOf = (mail: SystemMail | undefined) => {
    const [url = ''] = /http:\/\/localhost:3000\/v1\/people\/export\?token=[\w.-]+/.exec(mail?.text ?? '') ?? []
    return server.fastify.inject({ url: url.replace('http://localhost:3000', '') })
  }

  test('is a file that spreadsheets read and do not run, mailed as a link that expires', async () => {
    const { client, job } = await setting(PEOPLE)
    const body = {
      all: true as const,
      notifyEmail: 'Boss@acme.io',
      attributes: ['email', 'firstName', 'lastName', 'plan', 'roles', 'tags', 'isPaying'],
    }
    expect(await client.call('exportPeople', { body })).toEqual({ count: 2, isQueued: true, jobId: expect.any(Number) })
    await work()
    expect(await job()).toMatchObject({
      kind: 'export',
      status: 'done',
      dealt: 2,
      email: 'boss@acme.io',
      hasFile: true,
    })
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([['boss@acme.io', 'Your export is ready']])
    const reply = await fileOf(mails[0])
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="people-2026-03-10.csv"',
      'cache-control': 'private, no-store',
    })
    const [head, ann, bob] = [...reply.payload.matchAll(/(?:"(?:[^"]|"")*"|[^"\r])*\r\n/g)].map(([line]) => line)
    expect(head).toBe('\ufeffID,Email,First name,Last name,Plan,Roles,Tags,Is paying\r\n')
    expect(ann).toMatch(/^\d+,ann@acme.io,"'=HYPERLINK\(""http:\/\/evil""\)",,"Größe ""M"", L",,"a,b",\r\n$/)
    expect(bob).toMatch(/^\d+,bob@acme.io,'\+41 44 1,"two\nlines",,"x,y",,true\r\n$/)
    house.clock.advance(3 * 86_400_000 + 1)
    const late = await fileOf(mails[0])
    expect([late.statusCode, late.json().error.message]).toEqual([
      410,
      'This link no longer works. Please export the people again.',
    ])
  })

  test('holds every field unless told; one person, a segment, whom a search finds', async () => {
    const { client } = await setting([...PEOPLE, { email: 'carl@other.io' }])
    const exported = async (body: object) => {
      mails.length = 0
      await client.call('exportPeople', { body: body as never })
      await work()
      return (await fileOf(mails[0])).payload
        .replace(/"(?:[^"]|"")*"/g, 'quoted')
        .trim()
        .split('\r\n')
    }
    const all = await exported({ segmentId: 7 })
    expect(all).toHaveLength(4)
    for (const title of ['User ID', 'Email', 'Plan', 'Lead score', 'Created', 'Unsubscribed at', 'Archived'])
      expect(all[0]?.split(',')).toContain(title)
    expect(all[0]?.split(',').length).toBe(all[3]?.split(',').length)
    expect(await exported({ all: true, query: 'other.io' })).toHaveLength(2)
    const { users } = await client.call('searchPeople', { query: { query: 'bob@' } })
    expect(await exported({ people: [{ id: users[0]!.id }, { id: 987_654 }] })).toHaveLength(2)
  })

  test('who may have it: a scope, a link of ours, one’s own account', async () => {
    const { client, accountId, job } = await setting(PEOPLE)
    await client.call('exportPeople', { body: { all: true } })
    const { id } = await job()
    expect((await client.send('downloadExport', { params: { id } })).status).toBe(404)
    await work()
    const reply = await client.send('downloadExport', { params: { id } })
    expect([reply.status, reply.text.includes('ann@acme.io')]).toEqual([200, true])
    const writer = server.as({ accountId, scopes: ['people:read', 'people:write'] })
    expect((await writer.send('downloadExport', { params: { id } })).status).toBe(403)
    expect((await writer.send('exportPeople', { body: { all: true } })).status).toBe(403)
    const other = await setting()
    expect((await other.client.send('downloadExport', { params: { id } })).status).toBe(404)
    expect((await server.nobody.send('openExportLink', { query: { token: 'e30.x' } })).status).toBe(410)
    const foreign = house.keys.token('people.export', { accountId: other.accountId, id, key: 'a'.repeat(32) })
    expect((await server.nobody.send('openExportLink', { query: { token: foreign } })).status).toBe(410)
    expect((await client.send('exportPeople', { body: {} })).status).toBe(422)
    const wrong = await client.send('exportPeople', { body: { all: true, notifyEmail: 'nobody' } })
    expect([wrong.status, (wrong.body as never as { error: { message: string } }).error.message]).toEqual([
      422,
      '"nobody" is not an email address.',
    ])
  })

  test('a file that a killed worker wrote too far is cut where it surely ends', async () => {
    const key = 'c'.repeat(32)
    const first = await openExport(house, key, 0)
    await first.write('sure\r\nhalf a li')
    await first.close()
    const again = await openExport(house, key, 6)
    await again.write('next\r\n', 6)
    await again.close()
    expect(readFileSync(pathOfExport(house, key), 'utf8')).toBe('sure\r\nnext\r\n')
    truncateSync(pathOfExport(house, key), 3)
    await expect(openExport(house, key, 6)).rejects.toThrow('3 of 6 bytes')
  })

  test('files go when their links are over', async () => {
    const { client, accountId, job } = await setting(PEOPLE)
    await client.call('exportPeople', { body: { all: true } })
    await work()
    const { id } = await job()
    house.clock.advance(3 * 86_400_000 + 1)
    await people.jobs!.find(({ name }) => name === 'people.forgetJobs')!.run({}, new AbortController().signal)
    expect((await client.send('downloadExport', { params: { id } })).status).toBe(404)
    expect(await number(accountId, 'people_jobs where account_id = $1')).toBe(0)
  })
})
