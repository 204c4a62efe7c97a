import { testHouse } from '@millrace/kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importingAccount, MANY_MAPPING, manyPeople, type TestImports, testImports } from '../testing/index.ts'
import { personImports } from './personImports.ts'

let all: TestImports
beforeAll(async () => {
  all = await testImports(testHouse)
})
afterAll(() => all.close())

const setting = async () => {
  const account = await importingAccount(all)
  return {
    ...account,
    undo: async (id: number) => {
      await account.client.call('undoImport', { params: { id } })
      await account.work()
      return account.get(id)
    },
  }
}

const mapping = { email: 'email', city: 'city', seats: { field: 'seats', type: 'number' as const } }

describe('undoing an import', () => {
  test('removes whom it made and restores what it changed, tags and archiving too', async () => {
    const { run, undo, people, door, inTx, accountId, changes, client } = await setting()
    await run('email,city,seats\nann@acme.io,Oslo,\nbo@acme.io,Rome,4\n', mapping, { tags: ['old'] })
    const before = await people()
    const [ann] = before
    await client.call('listImports', { query: {} })
    await all.house.db.system((tx) =>
      tx.run('update people set archived_at = now() where account_id = $1 and id = $2', [accountId, ann?.id]),
    )
    const text = 'email,city,seats\nann@acme.io,Lyon,3\nbo@acme.io,Rome,\ncy@acme.io,Kyoto,9\n'
    const { import: done } = await run(text, mapping, { tags: ['new', 'old'] })
    expect(done).toMatchObject({ created: 1, updated: 2, undo: null, undoUntil: expect.any(String) })
    expect((await people()).map(({ tags }) => tags.length)).toEqual([2, 2, 2])
    const undone = await undo(done.id)
    expect(undone.import).toMatchObject({
      status: 'undone',
      undoUntil: null,
      undo: { total: 3, removed: 1, restored: 2, kept: 0, merged: 0 },
    })
    expect(undone.keptPeople).toEqual([])
    const after = await people()
    expect(after.map(({ archived_at: _at, ...person }) => person)).toEqual(
      before.map(({ archived_at: _at, ...person }) => person),
    )
    expect(after.map(({ archived_at: at }) => at !== null)).toEqual([true, false])
    const kinds = (await changes()).map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['person.erased', 'person.changed', 'tag.removed', 'person.archived']))
    expect(await inTx((tx) => door.findTags(tx, accountId, ['new']))).toHaveProperty('size', 1)
  })

  test('leaves what something else has touched since, field by field, and says so', async () => {
    const { run, undo, people, door, inTx, accountId, client } = await setting()
    await run('email,city,seats\nann@acme.io,Oslo,1\n', mapping)
    const { import: done } = await run(
      'email,city,seats\nann@acme.io,Lyon,3\nbo@acme.io,Rome,4\ncy@acme.io,Kyoto,5\ndi@acme.io,Bern,6\n',
      mapping,
    )
    const [ann, bo, cy] = await people()
    all.house.clock.advance(1_000)
    await inTx((tx) =>
      door.changeFields(tx, accountId, [
        { personId: ann!.id, fields: { city: 'Paris' } },
        { personId: bo!.id, fields: { city: 'Milan' } },
      ]),
    )
    await inTx((tx) => door.seePeople(tx, accountId, new Map([[cy!.id, all.house.clock.now()]])))
    const undone = await undo(done.id)
    expect(undone.import.undo).toEqual({ total: 4, removed: 1, restored: 0, kept: 3, merged: 0 })
    expect(undone.keptPeople).toEqual([
      { personId: ann!.id, email: 'ann@acme.io', message: 'Changed since: city.' },
      { personId: bo!.id, email: 'bo@acme.io', message: 'Was changed since.' },
      { personId: cy!.id, email: 'cy@acme.io', message: 'Was active since.' },
    ])
    expect((await people()).map(({ email, fields }) => [email, fields])).toEqual([
      ['ann@acme.io', { city: 'Paris', seats: 1 }],
      ['bo@acme.io', { city: 'Milan', seats: 4 }],
      ['cy@acme.io', { city: 'Kyoto', seats: 5 }],
    ])
    const csv = await client.send('downloadKeptPeople', { params: { id: done.id } })
    expect(csv.text.split('\r\n').slice(0, 2)).toEqual([
      '\ufeffPerson,Email,Why',
      `${ann!.id},ann@acme.io,Changed since: city.`,
    ])
  })

  test('whom the file names twice goes back to before the first time', async () => {
    const { run, undo, people } = await setting()
    await run('email,city,seats\nann@acme.io,Oslo,1\n', mapping)
    const rows = Array.from({ length: 1_500 }, (_, index) => `ann@acme.io,c${index},${index}\nx@acme.io,${index},2\n`)
    const { import: done } = await run(`email,city,seats\n${rows.join('')}`, mapping)
    expect(done).toMatchObject({ created: 1, updated: 2_999 })
    const undone = await undo(done.id)
    expect(undone.import.undo).toEqual({ total: 2, removed: 1, restored: 1, kept: 0, merged: 0 })
    expect((await people()).map(({ fields }) => fields)).toEqual([{ city: 'Oslo', seats: 1 }])
  })

  test('who has been sent mail stays, who is gone counts as removed, an email that is taken cannot come back', async () => {
    const { run, undo, people, accountId, door, inTx } = await setting()
    const ids = { id: 'id', email: 'email' }
    await run('email\nann@acme.io\n', { email: 'email' })
    const [ann] = await people()
    const { import: done } = await run(`id,email\n${ann!.id},anna@acme.io\n,mailed@acme.io\n,gone@acme.io\n`, ids)
    const [, mailed, gone] = await people()
    await inTx((tx) =>
      door.upsertPeople(tx, accountId, [{ email: 'ann@acme.io', fields: {} }], { source: 'api', createFields: false }),
    )
    await all.house.db.system(async (tx) => {
      await tx.run('delete from people where account_id = $1 and id = $2', [accountId, gone!.id])
      await tx.run(
        `insert into sends (account_id, person_id, reason_at, reason_kind, reason_key, due_at, created_at, state)
         values ($1, $2, $3, 'flow', 'x', $3, $3, 'accepted')`,
        [accountId, mailed!.id, all.house.clock.now()],
      )
    })
    const undone = await undo(done.id)
    expect(undone.import.undo).toEqual({ total: 3, removed: 1, restored: 0, kept: 2, merged: 0 })
    expect(undone.keptPeople.map(({ email, message }) => [email, message])).toEqual([
      ['anna@acme.io', 'Another person has this email.'],
      ['mailed@acme.io', 'Has been sent mail since.'],
    ])
  })

  test('who has become one with somebody since is left and counted, also before imports have heard of it', async () => {
    const { run, undo, people, accountId, door, inTx, client } = await setting()
    const mapping = { email: 'email', userId: 'userId', city: 'city' }
    const rows = 'o@acme.io,old,Oslo\nm@acme.io,made,Rome\n,later,Bern\np@acme.io,plain,Lyon\n'
    await run('email,userId,city\no@acme.io,old,Kyoto\n', mapping)
    const { import: done } = await run(`email,userId,city\n${rows}`, mapping)
    const [old, made, later] = await people()
    all.house.clock.advance(1_000)
    const become = (previousId: string, userId: string) =>
      inTx((tx) =>
        door.upsertPeople(tx, accountId, [{ userId, previousId, fields: {} }], {
          source: 'ingest',
          createFields: false,
        }),
      )
    await inTx((tx) =>
      door.upsertPeople(tx, accountId, [{ userId: 'k', fields: {} }], { source: 'api', createFields: false }),
    )
    for (const userId of ['made', 'later', 'old']) await become(userId, 'k')
    const [kept] = (await people()).slice(-1)
    const part = personImports(all.house)
    for (const { id } of [old!, made!])
      await inTx((tx) => part.merge(tx, accountId, { kept: kept!.id, gone: id, address: null, formerAddresses: [] }))
    const undone = await undo(done.id)
    expect(undone.import).toMatchObject({
      status: 'undone',
      undo: { total: 4, removed: 1, restored: 0, kept: 3, merged: 3 },
    })
    expect(undone.keptPeople).toEqual(
      [old, made, later].map(() => ({
        personId: kept!.id,
        email: kept!.email,
        message: 'Has become one with another person since.',
      })),
    )
    expect((await people()).map(({ id }) => id)).toEqual([kept!.id])
    const csv = await client.send('downloadKeptPeople', { params: { id: done.id } })
    expect(csv.text.split('\r\n')).toHaveLength(5)
  })

  test('a file that unsubscribed people can be taken back, unless they have done it themselves since', async () => {
    const { run, undo, accountId, people, inTx, door } = await setting()
    await run('email\nann@acme.io\nbo@acme.io\n', { email: 'email' })
    const { import: done } = await run('email,out\nann@acme.io,true\nbo@acme.io,true\n', {
      email: 'email',
      out: 'unsubscribed',
    })
    const [, bo] = await people()
    all.house.clock.advance(1_000)
    for (const unsubscribed of [false, true])
      await inTx((tx) => door.changeFields(tx, accountId, [{ personId: bo!.id, fields: { unsubscribed } }]))
    await undo(done.id)
    const left = await all.house.db.system((tx) =>
      tx.rows<{ email: string }>('select email from people where account_id = $1 and unsubscribed_at is not null', [
        accountId,
      ]),
    )
    expect(left).toEqual([{ email: 'bo@acme.io' }])
  })

  test('two tabs and a killed worker: everybody once', async () => {
    const { run, people, client, step, slice, get, work } = await setting()
    const { import: done } = await run(manyPeople(2_600), MANY_MAPPING)
    const params = { id: done.id }
    const both = await Promise.all([client.call('undoImport', { params }), client.call('undoImport', { params })])
    expect(both.map(({ import: { status } }) => status)).toEqual(['undoing', 'undoing'])
    await step(done.id)
    expect((await get(done.id)).import).toMatchObject({ status: 'undoing', undo: { total: 2_600, removed: 500 } })
    await Promise.all([slice(done.id), slice(done.id)])
    await work()
    expect((await get(done.id)).import).toMatchObject({ status: 'undone', undo: { removed: 2_600, kept: 0 } })
    expect(await people()).toEqual([])
    expect((await client.call('undoImport', { params })).import.status).toBe('undone')
  })

  test('what was imported before it was stopped can be undone; what runs or is long ago cannot', async () => {
    const { start, step, client, people, undo, work, run } = await setting()
    const { id } = await start(manyPeople(1_500), MANY_MAPPING)
    await step(id)
    const early = await client.send('undoImport', { params: { id } })
    expect([early.status, early.body]).toMatchObject([
      409,
      { error: { message: 'This import is not over yet. Stop it, then undo it.' } },
    ])
    await client.call('cancelImport', { params: { id } })
    await work()
    expect((await undo(id)).import.undo).toMatchObject({ total: 1_000, removed: 1_000 })
    expect(await people()).toEqual([])
    const { import: old } = await run(manyPeople(2), MANY_MAPPING)
    all.house.clock.advance(31 * 86_400_000)
    const late = await client.send('undoImport', { params: { id: old.id } })
    expect(late.body).toMatchObject({
      error: { message: 'An import can be undone for 30 days. This one is older.' },
    })
    await all.imports.jobs!.find(({ name }) => name === 'imports.forgetFiles')!.run({}, new AbortController().signal)
    const forgotten = await client.send('undoImport', { params: { id: old.id } })
    expect(forgotten.body).toMatchObject({ error: { message: expect.stringContaining('no longer written down') } })
  })

  test('another account, and members who may only read, cannot', async () => {
    const one = await setting()
    const two = await setting()
    const { import: done } = await one.run(manyPeople(2), MANY_MAPPING)
    const params = { id: done.id }
    const reader = all.server.as({ accountId: one.accountId, scopes: ['people:read'] })
    for (const call of ['undoImport', 'pauseImport', 'resumeImport'] as const) {
      expect((await two.client.send(call, { params })).status).toBe(404)
      expect((await reader.send(call, { params })).status).toBe(403)
    }
    expect((await two.client.send('downloadKeptPeople', { params })).status).toBe(404)
    expect(await one.people()).toHaveLength(2)
  })
})
