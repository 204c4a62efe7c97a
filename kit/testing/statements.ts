import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Where each test file's statements are kept, for the check of the SQL rules. */
export const STATEMENTS_FOLDER = join(import.meta.dirname, '../../node_modules/.millrace/statements')

/** Collects every distinct statement that the tests of a file send, and what goes by a name. */
export const recordStatements = () => {
  const seen = new Set<string>()
  const named = new Map<string, Set<string>>()
  return {
    heard: (sql: string, name?: string) => {
      seen.add(sql)
      if (name) named.set(name, (named.get(name) ?? new Set()).add(sql))
    },
    /** Writes `{ file, statements, named }` as JSON, named statements by their names; nothing where no statement was sent. */
    keep: (testFile: string) => {
      if (!seen.size) return
      const file = relative(join(import.meta.dirname, '../..'), testFile)
      const name = createHash('sha256').update(file).digest('hex').slice(0, 16)
      const texts = Object.fromEntries([...named].map(([statement, sqls]) => [statement, [...sqls]]))
      const kept = { file, statements: [...seen], named: texts }
      mkdirSync(STATEMENTS_FOLDER, { recursive: true })
      writeFileSync(join(STATEMENTS_FOLDER, `${name}.json`), `${JSON.stringify(kept, null, 1)}\n`)
    },
  }
}
