import type { Client } from 'pg'
import { WALLED_ROLE } from '../server/database.ts'

/** Row-level security does not hold a superuser or the tables' owner, so account transactions switch to this role. */
const grants = [
  `grant usage on schema public to ${WALLED_ROLE}`,
  `grant select, insert, update, delete on all tables in schema public to ${WALLED_ROLE}`,
  `grant usage, select on all sequences in schema public to ${WALLED_ROLE}`,
  `revoke all on migrations from ${WALLED_ROLE}`,
].join(';\n')

/** Every partition of the public schema. */
const PARTITIONS = `select oid::regclass::text as name from pg_class
  where relispartition and relkind = 'r' and relnamespace = 'public'::regnamespace`

/** Whether the current role may switch to the walled one. */
const mayBecome = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ may: boolean }>(
    `select pg_has_role(current_user, oid, case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end) as may
     from pg_roles where rolname = $1`,
    [WALLED_ROLE],
  )
  return rows[0]?.may ?? false
}

/**
 * Makes the role that row-level security holds. Answers why there is none where this database's owner may not make
 * roles; then the application works with one wall: every statement names its account.
 */
export const ensureWalledRole = async (client: Client): Promise<string | undefined> => {
  try {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [WALLED_ROLE])
    if (!rowCount) await createRole(client)
    if (!(await mayBecome(client))) await client.query(`grant ${WALLED_ROLE} to current_user`)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const createRole = async (client: Client) => {
  try {
    await client.query(`create role ${WALLED_ROLE} nologin`)
  } catch (error) {
    // Another database of the same server may have made it at this very moment.
    if (!['42710', '23505'].includes((error as { code?: string }).code ?? '')) throw error
  }
}

/** Grants what account transactions need on everything that the migrations made. */
export const grantToWalledRole = async (client: Client): Promise<void> => {
  await client.query(grants)
  const { rows } = await client.query<{ name: string }>(PARTITIONS)
  // Policies stand on the parent; a partition that is named itself would pass them by.
  for (const { name } of rows) await client.query(`revoke all on ${name} from ${WALLED_ROLE}`)
}
