import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { dropDatabase, inDatabase } from '../testing/database.ts'
import { migrate } from './migrate.ts'

const log = pino({ level: 'silent' })
const NOW = new Date('2026-03-10T09:00:00Z')

const urlOf = (changes: { database?: string; user?: string; password?: string }) => {
  const url = new URL(inject('database').adminUrl)
  if (changes.database) url.pathname = `/${changes.database}`
  if (changes.user) url.username = changes.user
  if (changes.password) url.password = changes.password
  return url.href
}

const emptyDatabase = async (owner = '') => {
  const name = `empty_${randomBytes(5).toString('hex')}`
  await inDatabase(
    urlOf({ database: 'postgres' }),
    `create database ${name} template template0 ${owner && `owner ${owner}`}`,
  )
  onTestFinished(() => dropDatabase(urlOf({ database: 'postgres' }), name))
  return urlOf({ database: name })
}

const folderWith = async (files: Record<string, string>) => {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-migrate-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const write = async (more: Record<string, string>) => {
    for (const [name, text] of Object.entries(more)) await writeFile(join(folder, name), text)
  }
  await write(files)
  return { folder, write }
}

const THINGS = 'create table things (account_id int not null, id int not null, primary key (account_id, id));'

describe('migrating', () => {
  test('runs each file once and remembers it', async () => {
    const url = await emptyDatabase()
    const { folder, write } = await folderWith({ '0001_things.sql': THINGS })
    expect(await migrate({ url, folder, now: NOW, log })).toEqual({ applied: ['0001_things.sql'], isWalled: true })
    await write({ '0002_more.sql': 'insert into things values (1, 1);' })
    expect((await migrate({ url, folder, now: NOW, log })).applied).toEqual(['0002_more.sql'])
    expect((await migrate({ url, folder, now: NOW, log })).applied).toEqual([])
    expect(await inDatabase(url, 'select count(*)::int as n from things')).toEqual([{ n: 1 }])
  })

  test('by two processes at once runs each file once', async () => {
    const url = await emptyDatabase()
    const { folder } = await folderWith({
      '0001_things.sql': THINGS,
      '0002_one.sql': 'insert into things values (1, 1);',
    })
    const both = await Promise.all([migrate({ url, folder, now: NOW, log }), migrate({ url, folder, now: NOW, log })])
    expect(both.map(({ applied }) => applied.length).toSorted()).toEqual([0, 2])
  })

  test('leaves nothing of a file that fails, names it and the line, and goes on there next time', async () => {
    const url = await emptyDatabase()
    const { folder, write } = await folderWith({
      '0001_things.sql': THINGS,
      '0002_bad.sql': 'insert into things values (1, 1);\n\nselect nonsense;',
    })
    await expect(migrate({ url, folder, now: NOW, log })).rejects.toThrow('The migration 0002_bad.sql failed at line 3')
    expect(await inDatabase(url, 'select * from things')).toEqual([])
    expect(await inDatabase(url, 'select name from migrations')).toEqual([{ name: '0001_things.sql' }])
    await write({ '0002_bad.sql': 'insert into things values (1, 1);' })
    expect((await migrate({ url, folder, now: NOW, log })).applied).toEqual(['0002_bad.sql'])
  })

  test('refuses a file that was changed after it had run', async () => {
    const url = await emptyDatabase()
    const { folder, write } = await folderWith({ '0001_things.sql': THINGS })
    await migrate({ url, folder, now: NOW, log })
    await write({ '0001_things.sql': `${THINGS} -- better` })
    await expect(migrate({ url, folder, now: NOW, log })).rejects.toThrow('write a new migration')
  })

  test('runs statements one by one where a file opts out of the transaction', async () => {
    const url = await emptyDatabase()
    const { folder } = await folderWith({
      '0001_things.sql': THINGS,
      '0002_index.sql':
        '-- no transaction\ncreate index concurrently things_id on things (account_id, id);\nselect 1;\n',
    })
    expect((await migrate({ url, folder, now: NOW, log })).applied).toHaveLength(2)
  })

  test('without the right to make roles warns, and there is one wall less', async () => {
    const user = `plain_${randomBytes(5).toString('hex')}`
    await inDatabase(urlOf({}), `create role ${user} login password 'plain'`)
    await inDatabase(urlOf({}), `grant ${user} to current_user`)
    const name = new URL(await emptyDatabase(user)).pathname.slice(1)
    const url = urlOf({ database: name, user, password: 'plain' })
    const told: string[] = []
    const warner = { info: () => {}, debug: () => {}, warn: (text: string) => told.push(text) }
    const { folder } = await folderWith({ '0001_things.sql': THINGS })
    const { isWalled } = await migrate({ url, folder, now: NOW, log: warner as never })
    expect(isWalled).toBe(false)
    expect(told.join()).toContain('Row-level security is not used')
  })
})

const MONTHLY = `create table facts (account_id int not null, at timestamptz not null, id bigint generated always as identity,
  primary key (account_id, at, id)) partition by range (at);
create table facts_rest partition of facts default;
comment on table facts is 'tenant; feature kit; partitioned monthly';`

describe('monthly partitions', () => {
  const months = async (url: string) =>
    (
      await inDatabase<{ name: string }>(
        url,
        `select relname as name from pg_class where relname like 'facts_2%' and relkind = 'r' order by 1`,
      )
    ).map(({ name }) => name)

  test('reach from last month to three ahead, over the end of the year', async () => {
    const url = await emptyDatabase()
    const { folder } = await folderWith({ '0001_facts.sql': MONTHLY })
    await migrate({ url, folder, now: new Date('2026-12-31T23:59:59Z'), log })
    expect(await months(url)).toEqual(['facts_202611', 'facts_202612', 'facts_202701', 'facts_202702', 'facts_202703'])
    await migrate({ url, folder, now: new Date('2027-01-01T00:00:00Z'), log })
    expect(await months(url)).toHaveLength(6)
  })

  test('take over rows that came while their month was missing, with their ids', async () => {
    const url = await emptyDatabase()
    const { folder } = await folderWith({ '0001_facts.sql': MONTHLY })
    await migrate({ url, folder, now: NOW, log })
    await inDatabase(
      url,
      `insert into facts (account_id, at) values (1, '2026-03-05Z'), (1, '2026-08-05Z'), (1, '2020-01-01Z')`,
    )
    const before = await inDatabase(url, 'select id, at from facts order by at')
    await migrate({ url, folder, now: new Date('2026-08-10T00:00:00Z'), log })
    expect(await inDatabase(url, 'select id, at from facts order by at')).toEqual(before)
    expect(await inDatabase(url, 'select count(*)::int as n from facts_202608')).toEqual([{ n: 1 }])
    expect(await inDatabase(url, 'select count(*)::int as n from facts_rest')).toEqual([{ n: 1 }])
    await inDatabase(url, `insert into facts (account_id, at) values (1, '2026-08-06Z')`)
    expect(await inDatabase(url, 'select count(*)::int as n from facts_202608')).toEqual([{ n: 2 }])
  })
})
