import pg from 'pg'
import type { Logger } from 'pino'
import { type Migration, pendingMigrations, readMigrations, statementsOf } from './migrationFiles.ts'
import { addPartitions } from './partitions.ts'
import { migrateQueue } from './queue.ts'
import { ensureWalledRole, grantToWalledRole } from './walledRole.ts'

/** How a database is brought to the present schema. */
export type Migrate = { url: string; folder: string; now: Date; log: Pick<Logger, 'info' | 'warn' | 'debug'> }

/** What was done. `isWalled` is to be handed to `openDatabase`. */
export type Migrated = { applied: string[]; isWalled: boolean }

/** Any number that nobody else uses: two processes that start at once migrate one after the other. */
const LOCK = 7_214_455_012

const HISTORY = `create table if not exists migrations (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null
);
comment on table migrations is 'local; feature kit'`

const remember = (client: pg.Client, { name, checksum }: Migration, now: Date) =>
  client.query('insert into migrations (name, checksum, applied_at) values ($1, $2, $3)', [name, checksum, now])

const inTransaction = async (client: pg.Client, work: () => Promise<unknown>) => {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const runOne = async (client: pg.Client, migration: Migration, now: Date) => {
  try {
    if (migration.isTransactional) {
      await inTransaction(client, async () => {
        await client.query(migration.sql)
        await remember(client, migration, now)
      })
      return
    }
    for (const statement of statementsOf(migration.sql)) await client.query(statement)
    await remember(client, migration, now)
  } catch (error) {
    const { message, position } = error as Error & { position?: string }
    const line = position ? ` at line ${migration.sql.slice(0, Number(position)).split('\n').length}` : ''
    throw new Error(`The migration ${migration.name} failed${line}: ${message}`, { cause: error })
  }
}

const checkServer = async (client: pg.Client) => {
  const { rows } = await client.query<{ number: string }>(`select current_setting('server_version_num') as number`)
  const major = Math.floor(Number(rows[0]?.number) / 10_000)
  if (major < 15) throw new Error(`The database is PostgreSQL ${major}; Millrace needs 15 to 18.`)
}

const migrateWith = async (client: pg.Client, { url, folder, now, log }: Migrate): Promise<Migrated> => {
  await checkServer(client)
  const files = await readMigrations(folder)
  await client.query(HISTORY)
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations')
  const problem = await ensureWalledRole(client)
  if (problem) log.warn(`Row-level security is not used: ${problem}`)
  const pending = pendingMigrations(files, rows)
  for (const migration of pending) {
    log.debug(`migration ${migration.name}`)
    await runOne(client, migration, now)
  }
  await migrateQueue(url, client, !problem)
  await inTransaction(client, () => addPartitions(client, now))
  if (!problem) await grantToWalledRole(client)
  return { applied: pending.map(({ name }) => name), isWalled: !problem }
}

/**
 * Runs what is missing of the migrations in `folder` and of the job library's, adds monthly partitions and makes the
 * walled role. Safe to run at every start and by several processes at once.
 */
export const migrate = async (options: Migrate): Promise<Migrated> => {
  const client = new pg.Client({ connectionString: options.url, options: '-c timezone=UTC' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    return await migrateWith(client, options)
  } finally {
    await client.end()
  }
}
