import type { Client, PoolClient } from 'pg'

type Connection = Pick<Client | PoolClient, 'query'>

/** The months that should have a partition at a moment: the last one to three ahead. */
export const monthsAround = (now: Date): Date[] =>
  [-1, 0, 1, 2, 3].map((ahead) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1)))

const nextMonth = (month: Date) => new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1))

/** `events` and November 2026 make `events_202611`. */
export const partitionName = (table: string, month: Date): string =>
  `${table}_${month.toISOString().slice(0, 7).replace('-', '')}`

/** Tables whose comment says `partitioned monthly`, with the column that splits them and the partition that takes the rest. */
const PARTITIONED = `
select c.relname::text as "table", a.attname::text as "column", d.relname::text as "rest",
  array(select child.relname::text from pg_inherits i join pg_class child on child.oid = i.inhrelid where i.inhparent = c.oid) as partitions
from pg_class c
join pg_partitioned_table p on p.partrelid = c.oid
join pg_attribute a on a.attrelid = c.oid and a.attnum = p.partattrs[0]
left join pg_class d on d.oid = p.partdefid
where c.relnamespace = 'public'::regnamespace and obj_description(c.oid, 'pg_class') like '%partitioned monthly%'
order by c.relname`

type Partitioned = { table: string; column: string; rest: string | null; partitions: string[] }

const columnsOf = async (connection: Connection, table: string) => {
  const { rows } = await connection.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  return rows.map(({ name }) => name).join(', ')
}

/** Adds one month. Rows of that month which the rest partition took meanwhile move into it; readers wait that long. */
const addMonth = async (connection: Connection, { table, column, rest }: Partitioned, month: Date) => {
  const name = partitionName(table, month)
  const [from, to] = [month.toISOString(), nextMonth(month).toISOString()]
  const bounds = `for values from ('${from}') to ('${to}')`
  if (!rest) {
    await connection.query(`create table ${name} partition of ${table} ${bounds}`)
    return
  }
  const within = `${column} >= '${from}' and ${column} < '${to}'`
  const { rowCount } = await connection.query(`select from ${rest} where ${within} limit 1`)
  if (!rowCount) {
    await connection.query(`create table ${name} partition of ${table} ${bounds}`)
    return
  }
  const columns = await columnsOf(connection, table)
  await connection.query(`alter table ${table} detach partition ${rest}`)
  await connection.query(`create table ${name} partition of ${table} ${bounds}`)
  await connection.query(
    `with moved as (delete from ${rest} where ${within} returning ${columns})
     insert into ${table} (${columns}) overriding system value select ${columns} from moved`,
  )
  await connection.query(`alter table ${table} attach partition ${rest} default`)
}

/**
 * Gives every table that is partitioned monthly its partitions from last month to three months ahead. Must run inside
 * a transaction. Answers the names of the partitions that it added.
 */
export const addPartitions = async (connection: Connection, now: Date): Promise<string[]> => {
  const { rows } = await connection.query<Partitioned>(PARTITIONED)
  const added: string[] = []
  for (const partitioned of rows) {
    const has = new Set(partitioned.partitions)
    for (const month of monthsAround(now)) {
      const name = partitionName(partitioned.table, month)
      if (has.has(name)) continue
      await addMonth(connection, partitioned, month)
      added.push(name)
    }
  }
  return added
}
