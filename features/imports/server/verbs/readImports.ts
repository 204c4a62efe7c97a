import { csvLine, type House, notFound, type Tx } from '@millrace/kit/server'
import type { Import, KeptPerson, RefusedRow } from '../../contract/index.ts'
import { IMPORT_COLUMNS, type ImportRow, toCheck, toImport } from '../rules/importShape.ts'

/** Imports, newest first. */
const LIST = `
select ${IMPORT_COLUMNS} from imports where account_id = $1 and purpose = 'import'
order by account_id, created_at desc, id desc limit $2 offset $3`

const FIND = `select ${IMPORT_COLUMNS} from imports where account_id = $1 and id = $2 and purpose = $3`

/** Refused rows behind a row number, in the order of the file. */
const REFUSALS = `
select row_number as at, line, message, row_values as "values" from import_refusals
where account_id = $1 and import_id = $2 and row_number > $3 order by account_id, row_number limit $4`

/** People whom taking back left as they are, by the id that they had; who has become one with somebody is them today. */
const KEPT = `
select c.person_id as at, coalesce(f.person_id, c.person_id) as "personId", p.email, c.kept_why as message
from import_changes c
left join person_former_keys f on f.account_id = $1 and f.kind = 'id' and f.key = c.person_id::text
left join people p on p.account_id = $1 and p.id = coalesce(f.person_id, c.person_id)
where c.account_id = $1 and c.import_id = $2 and c.person_id > $3 and c.kept_why is not null
order by c.account_id, c.person_id limit $4`

const SHOWN = 50
const CHUNK = 1_000

type Listed<T> = T & { at: number }

/** Imports of an account, newest first. */
export const listImports = (house: House, accountId: number, { limit = 100, offset = 0 }): Promise<Import[]> =>
  house.db.account(accountId, async (tx) => {
    const now = house.clock.now()
    return (await tx.rows<ImportRow>(LIST, [accountId, limit, offset])).map((row) => toImport(row, now))
  })

/** The row of an import, or of a check. */
export const findRow = async (
  tx: Tx,
  accountId: number,
  id: number,
  purpose: ImportRow['purpose'] = 'import',
): Promise<ImportRow> => {
  const row = await tx.one<ImportRow>(FIND, [accountId, id, purpose])
  if (!row) throw notFound('There is no such import.')
  return row
}

const firstRefusals = async (tx: Tx, accountId: number, id: number): Promise<RefusedRow[]> => {
  const rows = await tx.rows<Listed<RefusedRow>>(REFUSALS, [accountId, id, -1, SHOWN])
  return rows.map(({ at: _at, ...row }) => row)
}

/** One import with its first refused rows, whose values stand in the order of `headers`, and the first kept people. */
export const getImport = (house: House, accountId: number, id: number) =>
  house.db.account(accountId, async (tx) => {
    const row = await findRow(tx, accountId, id)
    const kept = row.undo_kept ? await tx.rows<Listed<KeptPerson>>(KEPT, [accountId, id, 0, SHOWN]) : []
    return {
      import: toImport(row, house.clock.now()),
      headers: row.headers,
      refusedRows: await firstRefusals(tx, accountId, id),
      keptPeople: kept.map(({ at: _at, ...person }) => person),
    }
  })

/** How far a check is, with the first rows that would be refused. */
export const getCheck = (house: House, accountId: number, id: number) =>
  house.db.account(accountId, async (tx) => {
    const row = await findRow(tx, accountId, id, 'check')
    return { check: toCheck(row), headers: row.headers, refusedRows: await firstRefusals(tx, accountId, id) }
  })

/** A CSV file in pieces: what a statement finds behind a place, a thousand rows at a time. */
async function* csvOf<T extends { at: number }>(
  { house, accountId, id }: { house: House; accountId: number; id: number },
  sql: string,
  head: readonly string[],
  cellsOf: (row: T) => readonly string[],
) {
  yield `\ufeff${csvLine(head)}`
  for (let after = -1; ; ) {
    const rows = await house.db.account(accountId, (tx) => tx.rows<T>(sql, [accountId, id, after, CHUNK]))
    if (rows.length) yield rows.map((row) => csvLine(cellsOf(row))).join('')
    if (rows.length < CHUNK) return
    after = rows.at(-1)?.at ?? after
  }
}

/** The refused rows as CSV, as they were in the file, each with its line and reason in front. */
export const refusedRowsCsv = async (house: House, accountId: number, id: number) => {
  const row = await house.db.account(accountId, (tx) => findRow(tx, accountId, id))
  const head = ['Line', 'Why it was refused', ...row.headers]
  const lines = csvOf<Listed<RefusedRow>>({ house, accountId, id }, REFUSALS, head, ({ line, message, values }) => [
    String(line),
    message,
    ...values,
  ])
  return { name: `${row.name} - refused rows`, lines }
}

/** The people whom taking back left as they are, as CSV with the reasons. */
export const keptPeopleCsv = async (house: House, accountId: number, id: number) => {
  const row = await house.db.account(accountId, (tx) => findRow(tx, accountId, id))
  const head = ['Person', 'Email', 'Why']
  const lines = csvOf<Listed<KeptPerson>>({ house, accountId, id }, KEPT, head, ({ personId, email, message }) => [
    String(personId),
    email ?? '',
    message,
  ])
  return { name: `${row.name} - kept people`, lines }
}
