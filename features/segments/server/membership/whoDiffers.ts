import { setTimeout as after } from 'node:timers/promises'
import type { House, Tx } from '@millrace/kit/server'
import { compileConditions } from '../compile/compileConditions.ts'
import type { Dictionary } from '../compile/dictionary.ts'
import { PackedMoves } from './packedMoves.ts'
import type { StoredSegment } from './register.ts'

/** How often it is asked whether the answer is still wanted. */
const LOOK_MS = 500
/** How many rows are fetched at a time. */
const FETCH = 10_000
/** What a statement fails with that was cancelled. */
const CANCELLED = '57014'

/** Those after an id who should be in a segment and are not, and those who are and should not be: a statement with its values. */
export const differingSql = ({ id, conditions, kind }: StoredSegment, dictionary: Dictionary, cursor: number) => {
  const { sql, joins, account, values } = compileConditions(
    conditions,
    dictionary,
    kind === null ? 'count' : 'set',
    kind,
  )
  const bind = (value: number) => `$${values.push(value)}::bigint`
  const [table, member] = kind === null ? ['segment_members', 'person_id'] : ['segment_objects', 'object_id']
  const things = kind === null ? 'people' : 'objects'
  const ofKind = kind === null ? '' : `and p.schema_id = ${bind(kind)}`
  const from = cursor ? bind(cursor) : undefined
  const after = (column: string) => (from ? `and ${column} > ${from}` : '')
  return {
    values,
    sql: `select coalesce(met.id, m.id) as id, m.id is null as is_in from (
        select p.id from ${things} p ${joins}
        where p.account_id = ${account} ${ofKind} ${after('p.id')} and p.archived_at is null and ${sql}) met
      full join (select m.${member} as id from ${table} m
        where m.account_id = ${account} and m.segment_id = ${bind(id)} ${after(`m.${member}`)} and m.left_at is null) m
      on m.id = met.id where met.id is null or m.id is null order by 1`,
  }
}

const isCancelled = (error: unknown) => (error as { code?: string }).code === CANCELLED

/** An answer was no longer wanted. The transaction in which it was looked for is over. */
export class NoLongerWanted extends Error {}

/** Works on a transaction for as long as the answer is wanted. */
const whileWanted = async <T>(
  house: House,
  tx: Tx,
  isWanted: () => Promise<boolean>,
  work: () => Promise<T>,
): Promise<T> => {
  const row = await tx.one<{ pid: number }>('select pg_backend_pid() as pid')
  const over = new AbortController()
  let cancelled = false
  const watch = async () => {
    do await after(LOOK_MS, undefined, { signal: over.signal })
    while (await isWanted())
    cancelled = true
    await house.db.pool.query('select pg_cancel_backend($1)', [row?.pid])
  }
  // A look that fails says nothing; the work goes on.
  const watching = watch().catch(() => undefined)
  try {
    return await work()
  } catch (error) {
    throw cancelled && isCancelled(error) ? new NoLongerWanted() : error
  } finally {
    over.abort()
    await watching
  }
}

const readAll = async (tx: Tx, { sql, values }: { sql: string; values: unknown[] }): Promise<PackedMoves> => {
  // Sets of ids are hashed; with too little memory they would spill to disk. All rows are wanted, not the first ones soon.
  await tx.run(`set local work_mem = '64MB'`)
  await tx.run('set local cursor_tuple_fraction = 1')
  // Right after a large load statistics say that tables are small, and a set would be gone through once for each person.
  await tx.run('set local enable_nestloop = off')
  await tx.run(`declare differing no scroll cursor for ${sql}`, values)
  const moves = new PackedMoves()
  for (;;) {
    const { rows } = await tx.client.query<[number, boolean]>({
      text: `fetch ${FETCH} from differing`,
      rowMode: 'array',
    })
    for (const [id, isIn] of rows) moves.add(id, isIn)
    if (rows.length < FETCH) return moves
  }
}

/**
 * Looks at everybody after an id at once: who is to enter a segment and who to leave it. Holds no lane, and a cursor keeps it on
 * one processor. Throws `NoLongerWanted` where the answer was no longer wanted.
 */
export const whoDiffers = (
  house: House,
  tx: Tx,
  sql: ReturnType<typeof differingSql>,
  isWanted: () => Promise<boolean>,
): Promise<PackedMoves> => whileWanted(house, tx, isWanted, () => readAll(tx, sql))
