import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { pendingMigrations, readMigrations, statementsOf } from './migrationFiles.ts'

const folderWith = async (files: Record<string, string>) => {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

describe('migration files', () => {
  test('are read in order of their numbers', async () => {
    const folder = await folderWith({ '0010_later.sql': 'b', '0002_first.sql': 'a', 'README.md': '' })
    const files = await readMigrations(folder)
    expect(files.map(({ name, sql, isTransactional }) => [name, sql, isTransactional])).toEqual([
      ['0002_first.sql', 'a', true],
      ['0010_later.sql', 'b', true],
    ])
  })

  test.each([
    ['a name without a number', { 'people.sql': '' }, 'NNNN_what_it_does.sql'],
    ['a number used twice', { '0001_a.sql': '', '0001_b.sql': '' }, 'The number 0001 is used by two migrations'],
  ])('refuse %s', async (_case, files, told) => {
    await expect(readMigrations(await folderWith(files))).rejects.toThrow(told)
  })

  test('opt out of the transaction in their first line only', async () => {
    const files = { '0001_a.sql': '-- no transaction\nselect 1;', '0002_b.sql': 'select 1;\n-- no transaction' }
    const read = await readMigrations(await folderWith(files))
    expect(read.map(({ isTransactional }) => isTransactional)).toEqual([false, true])
  })

  test('fall apart into statements at semicolons that end a line', () => {
    const sql = "-- no transaction\ncreate index a on t (b);\n\n-- why\ninsert into t values ('x;y');\n-- the end\n"
    expect(statementsOf(sql)).toEqual([
      '-- no transaction\ncreate index a on t (b)',
      "-- why\ninsert into t values ('x;y')",
    ])
  })

  test('keep what stands between dollars in one piece', () => {
    const block = 'do $$\nbegin\n  select 1;\n  commit;\nend\n$$'
    expect(statementsOf(`select 1;\n${block};\nselect 2;\n`)).toEqual(['select 1', block, 'select 2'])
  })
})

describe('the history', () => {
  const file = (name: string, checksum = 'same') => ({ name, checksum, sql: '', isTransactional: true })
  const files = [file('0001_a.sql'), file('0002_b.sql'), file('0003_c.sql')]

  test('leaves what has not run yet, also where an earlier number arrived late', () => {
    const done = [file('0001_a.sql'), file('0003_c.sql')]
    expect(pendingMigrations(files, done).map(({ name }) => name)).toEqual(['0002_b.sql'])
  })

  test.each([
    ['a file that was changed', [file('0001_a.sql', 'other')], 'was changed after it had run'],
    ['a database of a newer version', [file('0009_z.sql')], 'It was used by a newer one'],
  ])('refuses %s', (_case, done, told) => {
    expect(() => pendingMigrations(files, done)).toThrow(told)
  })
})
