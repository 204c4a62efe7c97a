import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** When tests happen, unless they move the clock: a Tuesday morning, mid-month, no change of summer time near. */
export const TEST_TIME = new Date('2026-03-10T09:00:00.000Z')

/** Runs one statement on a connection of its own, and answers its rows. */
export const inDatabase = async <R extends object = Record<string, unknown>>(
  url: string,
  statement: string,
): Promise<R[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<R>(statement)).rows
  } finally {
    await client.end()
  }
}

/**
 * Drops a database with whatever still holds it. "with (force)" would end those connections too, but refuses to anybody
 * who is no superuser while autovacuum looks at the database; without it PostgreSQL sends autovacuum away by itself.
 */
export const dropDatabase = async (maintenanceUrl: string, name: string): Promise<void> => {
  await inDatabase(
    maintenanceUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = '${name}' and backend_type = 'client backend' and pg_has_role(usesysid, 'usage')`,
  )
  await inDatabase(maintenanceUrl, `drop database if exists ${name}`)
}

/** A database of one's own. */
export type OwnDatabase = { url: string; drop(): Promise<void> }

/** Copies the migrated template, which takes some tens of milliseconds. */
export const copyDatabase = async (adminUrl: string, template: string): Promise<OwnDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`
  // The template may have no sessions while it is copied; this connects to the one that every cluster has.
  const maintenance = new URL(adminUrl)
  maintenance.pathname = '/postgres'
  await inDatabase(maintenance.href, `create database ${name} template ${template} strategy file_copy`)
  const own = new URL(adminUrl)
  own.pathname = `/${name}`
  return { url: own.href, drop: () => dropDatabase(maintenance.href, name) }
}
