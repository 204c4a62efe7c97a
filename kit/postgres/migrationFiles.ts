import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One step of the schema: a file `NNNN_name.sql`. */
export type Migration = { name: string; sql: string; checksum: string; isTransactional: boolean }

const NAME = /^\d{4}_[a-z0-9_]+\.sql$/

/** A file whose first line says this runs statement by statement, for CREATE INDEX CONCURRENTLY and the like. */
const OPT_OUT = /^--\s*no transaction\b/

/** Reads the migrations of a folder in order; a misnamed file or a number used twice is refused. */
export const readMigrations = async (folder: string): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const misnamed = names.find((name) => !NAME.test(name))
  if (misnamed) throw new Error(`${misnamed}: name migrations NNNN_what_it_does.sql.`)
  const twice = names.find((name, index) => name.slice(0, 4) === names[index + 1]?.slice(0, 4))
  if (twice)
    throw new Error(`The number ${twice.slice(0, 4)} is used by two migrations; give one the next free number.`)
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { name, sql, checksum, isTransactional: !OPT_OUT.test(sql) }
    }),
  )
}

/** The statements of a file that opts out of the transaction: each ends with a semicolon at the end of a line, outside of `$$`. */
export const statementsOf = (sql: string): string[] => {
  const statements: string[] = []
  let open = ''
  for (const piece of sql.split(/;[ \t]*(?:\r?\n|$)/)) {
    open += piece
    const isInBlock = open.split('$$').length % 2 === 0
    if (isInBlock) {
      open += ';\n'
      continue
    }
    statements.push(open.trim())
    open = ''
  }
  if (open.trim()) statements.push(open.trim())
  return statements.filter((statement) => statement.replace(/^\s*--.*$/gm, '').trim() !== '')
}

/** What is still to be run; refuses a history that is not the beginning of these files. */
export const pendingMigrations = (
  files: readonly Migration[],
  done: readonly { name: string; checksum: string }[],
): Migration[] => {
  const byName = new Map(files.map((file) => [file.name, file]))
  for (const { name, checksum } of done) {
    const file = byName.get(name)
    if (!file) {
      throw new Error(
        `The database has the migration ${name}, which this version does not know. It was used by a newer one.`,
      )
    }
    if (file.checksum !== checksum) {
      throw new Error(
        `The migration ${name} was changed after it had run on this database. Undo the change and write a new migration.`,
      )
    }
  }
  const doneNames = new Set(done.map(({ name }) => name))
  return files.filter(({ name }) => !doneNames.has(name))
}
