import type { Duplex } from 'node:stream'
import type { Tables } from '@millrace/database'
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import { connectionDriver } from './kyselyDriver.ts'
import { readTimestamp } from './readTimestamp.ts'
import { together } from './together.ts'
import { answered } from './unanswered.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/** bigint[] */
const INT8_ARRAY = 1016
const readTexts = pg.types.getTypeParser(INT8_ARRAY as never) as (text: string) => string[]
pg.types.setTypeParser(INT8_ARRAY as never, (text: string) => readTexts(text).map(Number))

pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readTimestamp)

/** Statements on one connection, inside one transaction. */
export type Tx = {
  /** Rows of a statement; `name` prepares it on the server once per connection. */
  rows<R extends object = Record<string, unknown>>(sql: string, values?: unknown[], name?: string): Promise<R[]>
  /** The first row, or undefined. */
  one<R extends object = Record<string, unknown>>(
    sql: string,
    values?: unknown[],
    name?: string,
  ): Promise<R | undefined>
  /** How many rows a statement touched. */
  run(sql: string, values?: unknown[], name?: string): Promise<number>
  /** Typed building of statements on the same connection. */
  kysely: Kysely<Tables>
  /** The bare connection, for COPY and the like. */
  client: pg.PoolClient
}

/** The database as features see it. */
export type Db = {
  /** A transaction behind row-level security: it sees and writes the rows of `accountId` and nothing else. */
  account<T>(accountId: number, work: (tx: Tx) => Promise<T>): Promise<T>
  /** A transaction across accounts, for workers and for what comes before an account is known. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  pool: pg.Pool
  close(): Promise<void>
}

type Options = {
  url: string
  connections?: number
  /** Switches to the walled role in account transactions; false where the role could not be made. */
  walled?: boolean
  /** Told every statement, and its name where it has one; the SQL check of the tests listens here. */
  onStatement?: (sql: string, name?: string) => void
  onError?: (error: Error) => void
}

/** The role that row-level security holds; migrations create it. */
export const WALLED_ROLE = 'millrace_walled'

/**
 * What is sent to a server before the next turn leaves in one piece: a beginning and its first statement, statements that do not
 * wait for each other. Each piece by itself is a call of the system, and wakes the other side.
 */
const inOnePiece = (client: pg.PoolClient): void => {
  const { stream } = (client as pg.PoolClient & { connection: { stream: Duplex } }).connection
  if (stream.writableCorked) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** Whether a transaction has ended: the connection is somebody else's then. */
type Ending = { isOver: boolean }

const txOn = (client: pg.PoolClient, ending: Ending, onStatement?: Options['onStatement']): Tx => {
  const send = async (text: string, values: unknown[] = [], name?: string) => {
    if (ending.isOver) throw new Error('The transaction is over.')
    onStatement?.(text, name)
    inOnePiece(client)
    return client.query(name ? { text, values, name } : { text, values })
  }
  let kysely: Kysely<Tables> | undefined
  return {
    client,
    rows: async <R extends object>(sql: string, values?: unknown[], name?: string) =>
      (await send(sql, values, name)).rows as R[],
    one: async <R extends object>(sql: string, values?: unknown[], name?: string) =>
      (await send(sql, values, name)).rows[0] as R | undefined,
    run: async (sql, values, name) => (await send(sql, values, name)).rowCount ?? 0,
    get kysely() {
      kysely ??= new Kysely<Tables>({
        dialect: {
          createAdapter: () => new PostgresAdapter(),
          createDriver: () => connectionDriver(send),
          createIntrospector: (db) => new PostgresIntrospector(db),
          createQueryCompiler: () => new PostgresQueryCompiler(),
        },
      })
      return kysely
    },
  }
}

/**
 * Begins, works and commits. The first statement is sent with the beginning: where that fails, PostgreSQL refuses all that
 * follows, and its reason is the one that is told.
 */
const inTransaction = async <T>(
  client: pg.PoolClient,
  begin: string,
  ending: Ending,
  tx: Tx,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => {
  inOnePiece(client)
  const began = client.query(begin)
  // Told below, when the work has ended.
  began.catch(() => {})
  const working = work(tx)
  await working.catch(() => together([began, working, answered(tx)]))
  const [, result] = await together([began, working])
  ending.isOver = true
  const unheard = answered(tx).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  const [{ command }, reason] = await together([client.query('COMMIT'), unheard])
  // So PostgreSQL answers where a statement failed and nobody told. What failed and was taken back to a savepoint is over.
  if (command === 'ROLLBACK')
    throw reason ?? new Error('The transaction was rolled back: one of its statements had failed.')
  return result
}

/** Opens the pool. Every transaction runs in UTC. */
export const openDatabase = ({ url, connections = 10, walled = true, onStatement, onError }: Options): Db => {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    options: '-c timezone=UTC -c jit=off',
    // Statements that need not wait for each other's answers are sent at once.
    pipeline: true,
    keepAlive: true,
    idleTimeoutMillis: 30_000,
  })
  let isClosing = false
  pool.on('error', (error) => {
    // Told to end, a server may still cut connections that are just being closed.
    if (!isClosing) onError?.(error)
  })
  // The pool tells of idle connections and the borrower of others; without any listener the process would end.
  pool.on('connect', (client) => client.on('error', () => {}))
  const within = async <T>(begin: string, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const client = await pool.connect()
    const ending: Ending = { isOver: false }
    let broken: Error | undefined
    const onClientError = (error: Error) => {
      broken = error
    }
    client.on('error', onClientError)
    try {
      return await inTransaction(client, begin, ending, txOn(client, ending, onStatement), work)
    } catch (error) {
      ending.isOver = true
      await client.query('ROLLBACK').catch((rollbackError: Error) => {
        broken = rollbackError
      })
      throw error
    } finally {
      client.off('error', onClientError)
      client.release(broken)
    }
  }
  return {
    pool,
    account: (accountId, work) => {
      if (!Number.isSafeInteger(accountId)) throw new Error(`account id ${accountId} is not a whole number`)
      const role = walled ? `SET LOCAL ROLE ${WALLED_ROLE}; ` : ''
      return within(`BEGIN; ${role}SET LOCAL app.account_id = '${accountId}'`, work)
    },
    system: (work) => within('BEGIN', work),
    close: async () => {
      isClosing = true
      await pool.end()
    },
  }
}
