import { accountsContract } from '@millrace/accounts/contract'
import { startPostgres } from '@millrace/kit/postgres'
import pg from 'pg'
import { pino } from 'pino'
import { type Client, clientOf, register } from '../instance/client.ts'
import { type Instance, newDataDir, removeDataDir, startInstance } from '../instance/instance.ts'
import { openReceiver, type Receiver } from '../instance/receiver.ts'

/** A running installation with an account, a receiver for its mail, and a look into its database. */
export type World = {
  instance: Instance
  owner: Client
  /** By the account's write key. */
  writer: Client
  accountId: number
  email: string
  receiver: Receiver
  /** The cluster, for parts that make a database of their own. */
  postgres: Pick<Awaited<ReturnType<typeof startPostgres>>, 'url' | 'adminUrl'>
  one<T>(sql: string, values?: unknown[]): Promise<T>
  close(): Promise<void>
}

/** Starts PostgreSQL (with fsync, as for real), Millrace in one process, and a receiver on loopback. */
export const openWorld = async (): Promise<World> => {
  const databaseDir = newDataDir()
  const dataDir = newDataDir()
  const postgres = await startPostgres({ dataDir: databaseDir, log: pino({ level: 'silent' }) })
  const receiver = await openReceiver()
  const instance = await startInstance({
    dataDir,
    env: { DATABASE_URL: postgres.url, SMTP_URL: receiver.url, NODE_ENV: 'production' },
  })
  const email = 'owner@bench.example'
  const owner = await register(instance.address, email)
  const { accountId, writeKey } = await owner(accountsContract.accountInfo)
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 })
  return {
    instance,
    owner,
    writer: clientOf(instance.address, writeKey ?? ''),
    accountId,
    email,
    receiver,
    postgres,
    one: async <T>(sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows[0] as T,
    close: async () => {
      await pool.end()
      await instance.stop()
      await receiver.close()
      await postgres.stop()
      removeDataDir(dataDir)
      removeDataDir(databaseDir)
    },
  }
}
