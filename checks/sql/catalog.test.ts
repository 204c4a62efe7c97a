import { testHouse } from '@millrace/kit/testing'
import { describe, expect, it } from 'vitest'
import { catalogFindings } from './catalog.ts'

const house = await testHouse()

/** Runs statements and always takes them back; `look` sees the catalogue in between. */
const tried = async (statements: string) => {
  const client = await house.db.pool.connect()
  try {
    await client.query(`begin; ${statements}`)
    return await catalogFindings(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const TENANT = "comment on table planted is 'tenant; feature people'"

describe('the migrated database', () => {
  it('keeps the rules of tenant tables', async () => {
    expect(await catalogFindings(house.db.pool)).toEqual([])
  })

  it.each([
    ['a table that says nothing', 'create table planted (id int)', 'says neither'],
    ['no account', `create table planted (id bigint primary key); ${TENANT}`, 'has no account_id'],
    ['an account that may be null', `create table planted (account_id int, id int); ${TENANT}`, 'may be null'],
    [
      'an account that is bigint',
      `create table planted (account_id bigint not null, primary key (account_id)); ${TENANT}`,
      'is not int',
    ],
    ['no primary key', `create table planted (account_id int not null); ${TENANT}`, 'has no primary key'],
    [
      'a unique key over accounts',
      `create table planted (account_id int not null, id int unique, primary key (account_id, id)); ${TENANT}`,
      'unique without account_id',
    ],
    [
      'a foreign key over accounts',
      `create table planted (account_id int not null, p bigint, primary key (account_id), foreign key (account_id, p) references people); alter table planted add other bigint; ${TENANT}`,
      'not behind the wall',
    ],
    ['no wall', `create table planted (account_id int not null primary key); ${TENANT}`, 'not behind the wall'],
    [
      'a wall that fails without an account',
      `create table planted (account_id int not null primary key); ${TENANT}; alter table planted enable row level security; create policy p on planted using (account_id = current_setting('app.account_id')::int)`,
      'policy without nullif',
    ],
  ])('would not let %s pass', async (_what, statements, told) => {
    expect((await tried(statements)).filter((finding) => finding.startsWith('planted')).join('\n')).toContain(told)
  })
})
