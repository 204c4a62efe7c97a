import { type TestHouse, type TestServer, testHouse } from '@millrace/kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FieldMapping, type importsContract, LARGEST_FILE } from '../contract/index.ts'
import { importingAccount, manyPeople, type TestImports, testImports } from '../testing/index.ts'

let all: TestImports
let house: TestHouse
let server: TestServer<typeof importsContract>
let imports: TestImports['imports']
beforeAll(async () => {
  all = await testImports(testHouse)
  ;({ house, server, imports } = all)
})
afterAll(() => all.close())

const setting = () => importingAccount(all)

describe('uploading', () => {
  test('a file goes to the signed address, without a session', async () => {
    const { client, put } = await setting()
    const { url, key } = await client.call('createUploadUrl', {})
    expect(url).toContain(`http://localhost:3000/v1/uploads/${key}?signature=`)
    const reply = await put(url, 'email\na@b.io\n', { 'content-type': 'text/csv' })
    expect([reply.statusCode, reply.json()]).toEqual([200, { key, bytes: 13 }])
  })

  test('a forged, foreign or old address is refused', async () => {
    const { client, put } = await setting()
    const one = await client.call('createUploadUrl', {})
    const two = await client.call('createUploadUrl', {})
    const forged = [
      one.url.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
      two.url.replace(two.key, one.key),
      `http://localhost/v1/uploads/${one.key}`,
    ]
    for (const url of forged) expect((await put(url, 'x')).statusCode).toBe(403)
    expect((await put('http://localhost/v1/uploads/..%2f..%2fetc?signature=x', 'x')).statusCode).toBe(404)
    house.clock.advance(61 * 60_000)
    expect((await put(one.url, 'x')).json()).toMatchObject({
      error: { message: 'This upload address is no longer valid. Please start again.' },
    })
  })

  test('an empty or too large file is refused', async () => {
    const { client, put } = await setting()
    const { url } = await client.call('createUploadUrl', {})
    expect((await put(url, '')).json()).toMatchObject({ error: { message: 'The file is empty.' } })
    const large = await put(url, 'x', { 'content-length': String(LARGEST_FILE + 1) })
    expect([large.statusCode, large.json()]).toMatchObject([
      413,
      { error: { message: 'The file is larger than 200 MB. Please split it.' } },
    ])
  })
})

describe('previewing', () => {
  test('columns, guesses, first rows, how many, and what is odd', async () => {
    const { client, upload } = await setting()
    const text = 'E-mail;First name;Seats;Email;\r\na@b.io;Zoë;3;x;\r\n"c@d.io";"Li\nne";4;;;;\r\n;;;;\r\n'
    const key = await upload(Buffer.from(text, 'latin1'), 'März.csv')
    const { preview } = await client.call('previewImport', { body: { peopleFileKey: key } })
    expect(preview).toMatchObject({
      fileName: 'März.csv',
      encoding: 'windows-1252',
      delimiter: ';',
      numPeople: 2,
      rows: [
        ['a@b.io', 'Zoë', '3', 'x', ''],
        ['c@d.io', 'Li\nne', '4', '', ''],
      ],
      warnings: ['Column 5 has no header.', '1 of 2 rows have more or fewer values than there are columns.'],
    })
    expect(
      preview.columns.map(({ header, samples, filled, guess }) => [
        header,
        samples,
        filled,
        guess && [guess.field, guess.isNew],
      ]),
    ).toEqual([
      ['E-mail', ['a@b.io', 'c@d.io'], 2, ['email', false]],
      ['First name', ['Zoë', 'Li\nne'], 2, ['firstName', false]],
      ['Seats', ['3', '4'], 2, ['Seats', true]],
      ['Email', ['x'], 1, ['Email', true]],
      ['Column 5', [], 0, null],
    ])
    const other = await client.call('previewImport', { body: { peopleFileKey: key, encoding: 'utf-8' } })
    expect(other.preview.rows[0]?.[1]).toBe('Zo\ufffd')
  })

  test('headers that are data, and a quote without end, are told', async () => {
    const { client, upload } = await setting()
    const data = await client.call('previewImport', {
      body: { peopleFileKey: await upload('a@b.io,Ann\nc@d.io,Bo\n') },
    })
    expect(data.preview).toMatchObject({ hasHeader: false, numPeople: 2, warnings: [] })
    expect(data.preview.columns.map(({ header, guess }) => [header, guess?.field])).toEqual([
      ['Column 1', 'email'],
      ['Column 2', 'Column2'],
    ])
    const told = await client.call('previewImport', {
      body: { peopleFileKey: await upload('a@b.io,Ann\nc@d.io,Bo\n'), hasHeader: true },
    })
    expect(told.preview).toMatchObject({
      numPeople: 1,
      warnings: ['The first row looks like a person, but it is read as the headers.'],
    })
    const open = await client.call('previewImport', {
      body: { peopleFileKey: await upload('email,x\na@b.io,1\nb@b.io,"2\n') },
    })
    expect(open.preview).toMatchObject({ numPeople: 1, warnings: [expect.stringContaining('is never closed')] })
  })

  test('a file with 620 columns: 200 new fields are suggested, the mapping may name others', async () => {
    const { client, upload, run, people } = await setting()
    const text = `email,${Array.from({ length: 619 }, (_, index) => `f${index}`).join(',')}\na@b.io${',1'.repeat(619)}\n`
    const { preview } = await client.call('previewImport', { body: { peopleFileKey: await upload(text) } })
    expect(preview.columns.filter(({ guess }) => guess?.isNew)).toHaveLength(200)
    expect(preview.warnings).toEqual([
      'The file has 620 columns. 200 new fields are suggested; choose where the others go.',
    ])
    const { import: done } = await run(text, { email: 'email', f618: { field: 'f618', type: 'number' } })
    expect(done).toMatchObject({ created: 1 })
    expect((await people()).map(({ fields }) => fields)).toEqual([{ f618: 1 }])
    const all = Object.fromEntries(preview.columns.map(({ header }) => [header, header]))
    const { import: refused } = await run(text, all)
    expect(refused).toMatchObject({ refused: 1, reasons: [{ reason: expect.stringContaining('500 fields') }] })
  })

  test('NUL bytes are left out, also of refused rows', async () => {
    const { run, people } = await setting()
    const done = await run('em\u0000ail,city\na@b.io,Os\u0000lo\nno\u0000body,x\u0000\n', {
      email: 'email',
      city: 'city',
    })
    expect((await people()).map(({ fields }) => fields)).toEqual([{ city: 'Oslo' }])
    expect(done.refusedRows).toEqual([
      { line: 3, message: '"nobody" is not an email address.', values: ['nobody', 'x'] },
    ])
  })

  test('a file that is not there, or not mine', async () => {
    const one = await setting()
    const two = await setting()
    const key = await one.upload('email\na@b.io\n')
    expect((await two.client.send('previewImport', { body: { peopleFileKey: key } })).status).toBe(404)
    expect((await one.client.send('previewImport', { body: { peopleFileKey: 'f'.repeat(32) } })).status).toBe(404)
    expect((await one.client.send('previewImport', { body: { peopleFileKey: '../../etc/passwd' } })).status).toBe(404)
    expect((await one.client.send('previewImport', { body: {} as never })).status).toBe(400)
  })
})

describe('importing', () => {
  test('makes, changes, leaves alone and refuses, row by row; new fields and tags are made', async () => {
    const { run, people, client } = await setting()
    await run('email,city\nold@acme.io,Oslo\nsame@acme.io,Rome\n', { email: 'email', city: 'city' })
    const text = [
      'Mail,City,Seats,Since',
      'OLD@acme.io,Lyon,3,31/01/2026',
      'same@acme.io,Rome,,',
      'new@acme.io,Kyoto,4,01/02/2026',
      'new@acme.io,,5,',
      'broken,Paris,1,',
      'x@acme.io,Bern,many,',
      ',Nowhere,1,',
      'y@acme.io,a,b,c,d,e',
      '=cmd(),x,1,',
    ].join('\r\n')
    const mapping: FieldMapping = {
      Mail: 'email',
      City: { field: 'city' },
      Seats: { field: 'Seats', type: 'number', title: 'Seats bought' },
      Since: { field: 'memberSince', type: 'string', format: 'date', dates: 'dmy' },
    }
    const done = await run(text, mapping, { name: 'March' })
    expect(done.import).toMatchObject({
      name: 'March',
      status: 'done',
      numPeople: 9,
      processed: 9,
      created: 1,
      updated: 2,
      unchanged: 1,
      refused: 5,
      error: null,
    })
    expect(done.refusedRows.map(({ line, message }) => [line, message])).toEqual([
      [6, '"broken" is not an email address.'],
      [7, 'Seats: "many" is not a number.'],
      [8, 'A person needs an email, a userId or an id.'],
      [9, 'The row has 6 values, but there are 4 columns.'],
      [10, '"=cmd()" is not an email address.'],
    ])
    expect((await people()).map(({ email, fields }) => [email, fields])).toEqual([
      ['old@acme.io', { city: 'Lyon', Seats: 3, memberSince: '2026-01-31' }],
      ['same@acme.io', { city: 'Rome' }],
      ['new@acme.io', { city: 'Kyoto', Seats: 5, memberSince: '2026-02-01' }],
    ])
    const csv = await client.send('downloadRefusedRows', { params: { id: done.import.id } })
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': "attachment; filename*=UTF-8''March%20-%20refused%20rows.csv",
    })
    const lines = csv.text.split('\r\n')
    expect(lines[0]).toBe('\ufeffLine,Why it was refused,Mail,City,Seats,Since')
    expect(lines[5]).toBe(`10,"""=cmd()"" is not an email address.",'=cmd(),x,1,`)
  })

  test('ignore leaves those alone who are there; tags go to the others', async () => {
    const { run, people } = await setting()
    await run('email,plan\na@b.io,free\n', { email: 'email', plan: 'plan' })
    const { import: done } = await run(
      'email,plan\na@b.io,pro\nb@b.io,pro\n',
      { email: 'email', plan: 'plan' },
      {
        existingPeopleStrategy: 'ignore',
        tags: ['spring, new'],
      },
    )
    expect(done).toMatchObject({ created: 1, updated: 0, unchanged: 1, tags: ['spring', 'new'] })
    expect((await people()).map(({ fields, tags }) => [fields.plan, tags.length])).toEqual([
      ['free', 0],
      ['pro', 2],
    ])
  })

  test.each<[object, string, number]>([
    [{ peopleFileKey: '' }, 'No people to import.', 400],
    [{}, "Can't import without mapped fields.", 422],
    [{ fieldMapping: {} }, "Can't import without mapped fields.", 422],
    [
      { fieldMapping: { city: 'city' } },
      'People are told apart by their email or user ID. Map a column to one of them.',
      422,
    ],
    [{ fieldMapping: { nope: 'email' } }, 'The file has no column "nope".', 422],
    [
      { fieldMapping: { email: 'email', city: 'email' } },
      'The columns "email" and "city" both go to email. Choose one.',
      422,
    ],
    [{ fieldMapping: { email: '!!' } }, '"!!" cannot be the name of a field.', 422],
  ])('%j is refused', async (body, message, status) => {
    const { client, upload } = await setting()
    const peopleFileKey = await upload('email,city\na@b.io,x\n')
    const reply = await client.send('createImport', { body: { peopleFileKey, ...body } as never })
    expect([reply.status, reply.body]).toMatchObject([status, { error: { message } }])
  })

  test('a strategy that is none, and a file without people', async () => {
    const { client, upload } = await setting()
    const body = { peopleFileKey: await upload('email\n'), fieldMapping: { email: 'email' } }
    const none = await client.send('createImport', { body })
    expect([none.status, none.body]).toMatchObject([422, { error: { message: 'No people to import.' } }])
    expect(
      (await client.send('createImport', { body: { ...body, existingPeopleStrategy: 'replace' as never } })).status,
    ).toBe(400)
  })

  test('a quote without end: what comes before it is in, the rest is told', async () => {
    const { run, people } = await setting()
    const done = await run('email,x\na@b.io,1\nb@b.io,"2\nc@b.io,3\n', { email: 'email' })
    expect(done.import).toMatchObject({
      status: 'failed',
      created: 1,
      error: expect.stringContaining('is never closed'),
    })
    expect(await people()).toHaveLength(1)
  })
})

describe('while it runs', () => {
  const mapping = { email: 'email', n: { field: 'n', type: 'number' as const } }
  const job = () => imports.jobs!.find(({ name }) => name === 'imports.run')!

  test('stopped in the middle it goes on where it was, and nothing is taken twice', async () => {
    const { start, client, people, accountId, work } = await setting()
    const { id } = await start(manyPeople(4500), mapping)
    const stopped = AbortSignal.abort()
    await job().run({ accountId, id }, stopped)
    const half = await client.call('getImport', { params: { id } })
    expect(half.import).toMatchObject({ status: 'running', processed: 1000, created: 1000 })
    await job().run({ accountId, id }, stopped)
    await work()
    const done = await client.call('getImport', { params: { id } })
    expect(done.import).toMatchObject({ status: 'done', processed: 4500, created: 4500, updated: 0, unchanged: 0 })
    expect(await people()).toHaveLength(4500)
  })

  test('two workers at once take every row once', async () => {
    const { start, client, accountId, work } = await setting()
    const { id } = await start(manyPeople(5000), mapping)
    const signal = new AbortController().signal
    await Promise.all([job().run({ accountId, id }, signal), job().run({ accountId, id }, signal)])
    await work()
    const done = await client.call('getImport', { params: { id } })
    expect(done.import).toMatchObject({ status: 'done', processed: 5000, created: 5000, refused: 0 })
  })

  test('cancelled it stops, and people that are in stay in', async () => {
    const { start, client, people, accountId, work } = await setting()
    const { id } = await start(manyPeople(2500), mapping)
    await job().run({ accountId, id }, AbortSignal.abort())
    expect((await client.call('cancelImport', { params: { id } })).import).toMatchObject({
      status: 'canceled',
      processed: 1000,
    })
    await work()
    expect(await people()).toHaveLength(1000)
    expect((await client.call('cancelImport', { params: { id } })).import.status).toBe('canceled')
  })

  test('left by a worker that died, it is taken up again', async () => {
    const { start, client, accountId, work } = await setting()
    const { id } = await start(manyPeople(10), mapping)
    // The job is lost with its worker; the import remains.
    await house.db.system((tx) => tx.run('delete from graphile_worker._private_jobs'))
    house.clock.advance(60_000)
    for (const loop of imports.loops ?? []) await loop.work(new Set([0]))
    await work()
    expect((await client.call('getImport', { params: { id } })).import).toMatchObject({ status: 'done', created: 10 })
    expect(accountId).toBeGreaterThan(0)
  })

  test('a file that is gone fails in words; old files are removed', async () => {
    const { start, client, upload, work } = await setting()
    const key = await upload('email\nx@y.io\n')
    const { id } = await start(manyPeople(3), mapping)
    house.clock.advance(31 * 86_400_000)
    await house.db.system((tx) => house.jobs.add(tx, 'imports.forgetFiles', {}))
    const forget = imports.jobs!.find(({ name }) => name === 'imports.forgetFiles')!
    await forget.run({}, new AbortController().signal)
    expect((await client.send('previewImport', { body: { peopleFileKey: key } })).status).toBe(404)
    // The file of an import that is still to run is kept.
    await work()
    expect((await client.call('getImport', { params: { id } })).import.status).toBe('done')
  })
})

test('what may be done depends on scopes, and accounts are walled off', async () => {
  const one = await setting()
  const two = await setting()
  const { import: done } = await one.run('email\na@b.io\nx\n', { email: 'email' })
  const params = { id: done.id }
  const foreign = await Promise.all([
    two.client.send('getImport', { params }),
    two.client.send('cancelImport', { params }),
    two.client.send('downloadRefusedRows', { params }),
  ])
  expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404])
  expect((await two.client.call('listImports', { query: {} })).imports).toEqual([])
  expect((await one.client.call('listImports', { query: {} })).imports).toMatchObject([{ id: done.id, refused: 1 }])
  const reader = server.as({ accountId: one.accountId, scopes: ['people:read'] })
  expect((await reader.send('getImport', { params })).status).toBe(200)
  const refused = await Promise.all([
    reader.send('createUploadUrl', {}),
    reader.send('previewImport', { body: { peopleFileKey: done.peopleFileKey } }),
    reader.send('createImport', { body: { peopleFileKey: done.peopleFileKey } }),
    reader.send('cancelImport', { params }),
    server.as({ accountId: one.accountId }).send('listImports', { query: {} }),
    server.as({ accountId: one.accountId }).send('downloadRefusedRows', { params }),
  ])
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
  expect((await server.nobody.send('listImports', { query: {} })).status).toBe(401)
})
