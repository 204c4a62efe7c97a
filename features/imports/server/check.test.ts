import { testHouse } from '@millrace/kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importingAccount, MANY_MAPPING, manyPeople, type TestImports, testImports } from '../testing/index.ts'

let all: TestImports
beforeAll(async () => {
  all = await testImports(testHouse)
})
afterAll(() => all.close())

const setting = () => importingAccount(all)
const mapping = { email: 'email', city: 'city', seats: { field: 'seats', type: 'number' as const } }

describe('checking an import', () => {
  test('says how many rows are new, changed, unchanged, repeated and refused, and why; nobody is touched', async () => {
    const { run, check, people, client, accountId, changes } = await setting()
    await run('email,city\nann@acme.io,Oslo\nbo@acme.io,Rome\n', { email: 'email', city: 'city' })
    const before = [await people(), await changes()]
    const text = [
      'email,city,seats',
      'ann@acme.io,Lyon,3',
      'bo@acme.io,Rome,',
      'cy@acme.io,Kyoto,4',
      'CY@acme.io,Osaka,5',
      'broken,x,1',
      'worse,x,1',
      'd@acme.io,x,many',
    ].join('\n')
    const { check: found, refusedRows, headers } = await check(text, mapping)
    expect(found).toMatchObject({
      status: 'done',
      numPeople: 7,
      processed: 7,
      created: 1,
      updated: 1,
      unchanged: 1,
      repeated: 1,
      refused: 3,
      reasons: [
        { reason: 'A value is not an email address.', count: 2, line: 6 },
        { reason: 'seats: a value is not a number.', count: 1, line: 8 },
      ],
    })
    expect(headers).toEqual(['email', 'city', 'seats'])
    expect(refusedRows[0]).toEqual({
      line: 6,
      message: '"broken" is not an email address.',
      values: ['broken', 'x', '1'],
    })
    expect([await people(), await changes()]).toEqual(before)
    const fields = await all.house.db.system((tx) =>
      tx.rows(`select name from person_fields where account_id = $1 and name = 'seats'`, [accountId]),
    )
    expect(fields).toEqual([])
    expect((await client.call('listImports', { query: {} })).imports).toHaveLength(1)
    expect((await client.send('getImport', { params: { id: found.id } })).status).toBe(404)
  })

  test('ignore leaves those alone who are there; a new tag alone is a change', async () => {
    const { run, check } = await setting()
    await run('email\nann@acme.io\n', { email: 'email' })
    const text = 'email\nann@acme.io\nbo@acme.io\n'
    const ignoring = await check(text, { email: 'email' }, { existingPeopleStrategy: 'ignore', tags: ['fresh'] })
    expect(ignoring.check).toMatchObject({ created: 1, updated: 0, unchanged: 1 })
    const updating = await check(text, { email: 'email' }, { tags: ['fresh'] })
    expect(updating.check).toMatchObject({ created: 1, updated: 1, unchanged: 0 })
  })

  test('what it says is what the import then does, over many batches', async () => {
    const { run, check } = await setting()
    await run(manyPeople(500), MANY_MAPPING)
    const text = `${manyPeople(2_500).replace('p3@acme.io,3', 'p3@acme.io,33')}nobody,1\n`
    const { check: found } = await check(text, MANY_MAPPING)
    const { import: done } = await run(text, MANY_MAPPING)
    const { created, updated, unchanged, refused } = done
    expect(found).toMatchObject({ created, updated, unchanged, refused, repeated: 0 })
    expect(done).toMatchObject({ created: 2_000, updated: 1, unchanged: 499, refused: 1 })
  })

  test('killed in the middle, or run by two workers, it counts every row once; somebody far up is remembered', async () => {
    const { client, bodyOf, step, slice, work } = await setting()
    const text = `${manyPeople(2_500)}p1@acme.io,7\n`
    const { id } = await client.call('checkImport', { body: await bodyOf(text, MANY_MAPPING) })
    await step(id)
    await Promise.all([slice(id), slice(id)])
    await work()
    const { check: found } = await client.call('getImportCheck', { params: { id } })
    expect(found).toMatchObject({ status: 'done', processed: 2_501, created: 2_500, repeated: 1, refused: 0 })
  })

  test('stopped it stays stopped', async () => {
    const { client, bodyOf, step, work } = await setting()
    const { id } = await client.call('checkImport', { body: await bodyOf(manyPeople(1_500), MANY_MAPPING) })
    await step(id)
    await client.call('cancelImportCheck', { params: { id } })
    await work()
    const { check: found } = await client.call('getImportCheck', { params: { id } })
    expect(found).toMatchObject({ status: 'canceled', processed: 1_000 })
  })

  test('a quote without end is told before anybody is in', async () => {
    const { check } = await setting()
    const { check: found } = await check('email,x\na@b.io,1\nb@b.io,"2\nc@b.io,3\n', { email: 'email' })
    expect(found).toMatchObject({ status: 'failed', created: 1, error: expect.stringContaining('near line 3') })
  })

  test('a mapping that cannot be, a file that is not there, another account, a member who may only read', async () => {
    const one = await setting()
    const two = await setting()
    const body = await one.bodyOf('email\na@b.io\n', { email: 'email' })
    expect((await one.client.send('checkImport', { body: { ...body, fieldMapping: {} } })).body).toMatchObject({
      error: { message: "Can't import without mapped fields." },
    })
    expect((await two.client.send('checkImport', { body })).status).toBe(404)
    const reader = all.server.as({ accountId: one.accountId, scopes: ['people:read'] })
    expect((await reader.send('checkImport', { body })).status).toBe(403)
    const { id } = await one.client.call('checkImport', { body })
    const params = { id }
    expect((await two.client.send('getImportCheck', { params })).status).toBe(404)
    expect((await two.client.send('cancelImportCheck', { params })).status).toBe(404)
    expect((await reader.send('cancelImportCheck', { params })).status).toBe(403)
    await one.work()
  })
})

describe('starting, pausing and going on', () => {
  test('two tabs start once: from the same check, and while the file is being imported', async () => {
    const { client, bodyOf, work, check, people } = await setting()
    const { check: found } = await check('email\na@b.io\n', { email: 'email' })
    const body = { ...(await bodyOf('email\na@b.io\n', { email: 'email' })), checkId: found.id }
    const [one, two] = await Promise.all([
      client.call('createImport', { body }),
      client.call('createImport', { body: { ...body, checkId: undefined } }),
    ])
    expect(one.id).toBe(two.id)
    await work()
    expect((await client.call('createImport', { body: { ...body } })).id).toBe(one.id)
    expect((await client.call('listImports', { query: {} })).imports).toHaveLength(1)
    expect(await people()).toHaveLength(1)
  })

  test('an import that a tab without the check started first is that of the check from then on', async () => {
    const { client, bodyOf, work, check, people } = await setting()
    const { check: found } = await check('email\na@b.io\n', { email: 'email' })
    const plain = await bodyOf('email\na@b.io\n', { email: 'email' })
    const body = { ...plain, checkId: found.id }
    const first = await client.call('createImport', { body: plain })
    expect((await client.call('createImport', { body })).id).toBe(first.id)
    await work()
    expect((await client.call('createImport', { body })).id).toBe(first.id)
    expect(await people()).toHaveLength(1)
  })

  test('paused it rests, also when pressed twice; it goes on where it was, once', async () => {
    const { client, start, step, slice, work, get, people } = await setting()
    const { id } = await start(manyPeople(3_500), MANY_MAPPING)
    const params = { id }
    await step(id)
    await Promise.all([client.call('pauseImport', { params }), client.call('pauseImport', { params })])
    await slice(id)
    await work()
    expect((await get(id)).import).toMatchObject({ status: 'paused', processed: 1_000, speed: 0 })
    await Promise.all([client.call('resumeImport', { params }), client.call('resumeImport', { params })])
    await work()
    expect((await get(id)).import).toMatchObject({ status: 'done', processed: 3_500, created: 3_500, updated: 0 })
    expect(await people()).toHaveLength(3_500)
    expect((await client.call('pauseImport', { params })).import.status).toBe('done')
    expect((await client.call('resumeImport', { params })).import.status).toBe('done')
  })

  test('paused it can be stopped; the file of a paused import is kept', async () => {
    const { client, start, step } = await setting()
    const { id } = await start(manyPeople(1_500), MANY_MAPPING)
    const params = { id }
    await step(id)
    await client.call('pauseImport', { params })
    all.house.clock.advance(31 * 86_400_000)
    await all.imports.jobs!.find(({ name }) => name === 'imports.forgetFiles')!.run({}, new AbortController().signal)
    await client.call('resumeImport', { params })
    await step(id)
    await client.call('pauseImport', { params })
    expect((await client.call('cancelImport', { params })).import).toMatchObject({
      status: 'canceled',
      processed: 1_500,
    })
  })

  test('a file that bytes cannot place goes on by counting rows', async () => {
    const { start, step, work, get, people } = await setting()
    const text = manyPeople(1_000).replace('p5@', 'p\ufffd5@')
    const { id } = await start(`${text}late@acme.io,1\n`, MANY_MAPPING)
    await step(id)
    await work()
    expect((await get(id)).import).toMatchObject({ status: 'done', processed: 1_001, created: 1_001 })
    expect(await people()).toHaveLength(1_001)
  })

  test('without a header every row is a person', async () => {
    const { run } = await setting()
    const { import: done } = await run(
      'a@b.io;Ann\nc@d.io;Bo\n',
      { 'Column 1': 'email', 'Column 2': 'firstName' },
      {
        hasHeader: false,
        delimiter: ';',
      },
    )
    expect(done).toMatchObject({ numPeople: 2, created: 2, processed: 2 })
  })
})
