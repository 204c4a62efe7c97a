import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'

type Send = (text: string, values?: unknown[]) => Promise<{ rows: unknown[]; rowCount: number | null }>

/** A Kysely driver that sends on a connection which is already inside a transaction. */
export const connectionDriver = (send: Send): Driver => {
  const connection: DatabaseConnection = {
    executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      const { rows, rowCount } = await send(query.sql, [...query.parameters])
      return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) }
    },
    streamQuery: () => {
      throw new Error('Streaming is not offered inside a transaction.')
    },
  }
  const nested = async () => {
    throw new Error('The transaction is already open.')
  }
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: nested,
    commitTransaction: nested,
    rollbackTransaction: nested,
    releaseConnection: async () => {},
    destroy: async () => {},
  }
}
