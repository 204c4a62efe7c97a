import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { migrate, startPostgres } from '@millrace/kit/postgres'
import pg from 'pg'
import { pino } from 'pino'
import { dumpSchema } from './dumpSchema.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The files that are written from the schema, with the text that they should have. */
export type Generated = { path: string; text: string }[]

const HEADER =
  '/** Row types, written from the schema by `npm run build -- schema`; change a migration, not this file. */'

const rowTypes = async (url: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      join(ROOT, 'node_modules/kysely-codegen/dist/cli/bin.js'),
      ...['--dialect', 'postgres', '--url', url, '--print', '--numeric-parser', 'number'],
      ...['--type-mapping', '{"int8":"number"}', '--include-pattern', 'public.*', '--log-level', 'error'],
    ],
    { cwd: ROOT, maxBuffer: 16 << 20 },
  )
  const body = stdout.slice(stdout.indexOf('import')).replace(/;$/gm, '')
  return `${HEADER}\n${body.trimEnd()}\n\n/** Every table by its name. */\nexport type Tables = DB\n`
}

/** Migrates a database of its own and writes down what came out. */
export const generate = async (): Promise<Generated> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'millrace-schema-'))
  const log = pino({ level: 'error' })
  const postgres = await startPostgres({ dataDir, throwaway: true, log })
  const client = new pg.Client({ connectionString: postgres.url })
  try {
    await migrate({ url: postgres.url, folder: join(ROOT, 'database/migrations'), now: new Date(), log })
    await client.connect()
    return [
      { path: 'database/schema.sql', text: await dumpSchema(client) },
      { path: 'database/tables.ts', text: await rowTypes(postgres.url) },
    ]
  } finally {
    await client.end()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Writes the files, or with `check` only says which of them are out of date. */
export const writeSchema = async ({ check }: { check: boolean }): Promise<string[]> => {
  const changed: string[] = []
  for (const { path, text } of await generate()) {
    const file = join(ROOT, path)
    if ((await readFile(file, 'utf8').catch(() => '')) === text) continue
    changed.push(path)
    if (!check) await writeFile(file, text)
  }
  return changed
}
