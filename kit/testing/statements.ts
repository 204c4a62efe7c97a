import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Where each test file's statements are kept, for the check of the SQL rules. */
export const STATEMENTS_FOLDER = join(import.meta.dirname, '../../node_modules/.millrace/statements')

/** Collects every distinct statement that the tests of a file send. */
export const recordStatements = () => {
  const seen = new Set<string>()
  return {
    heard: (sql: string) => {
      seen.add(sql)
    },
    /** Writes `{ file, statements }` as JSON; nothing where no statement was sent. */
    keep: (testFile: string) => {
      if (!seen.size) return
      const file = relative(join(import.meta.dirname, '../..'), testFile)
      const name = createHash('sha256').update(file).digest('hex').slice(0, 16)
      mkdirSync(STATEMENTS_FOLDER, { recursive: true })
      writeFileSync(
        join(STATEMENTS_FOLDER, `${name}.json`),
        `${JSON.stringify({ file, statements: [...seen] }, null, 1)}\n`,
      )
    },
  }
}
