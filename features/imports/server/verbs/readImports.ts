import { type House, notFound, type Tx } from '@millrace/kit/server'
import type { Import, RefusedRow } from '../../contract/index.ts'
import { csvLine } from '../csv/writeCsv.ts'
import { IMPORT_COLUMNS, type ImportRow, toImport } from '../rules/importShape.ts'

/** Imports, newest first. */
const LIST = `
select ${IMPORT_COLUMNS} from imports where account_id = $1
order by account_id, created_at desc, id desc limit $2 offset $3`

const FIND = `select ${IMPORT_COLUMNS} from imports where account_id = $1 and id = $2`

/** Refused rows behind a row number, in the order of the file. */
const REFUSALS = `
select row_number, line, message, row_values as "values" from import_refusals
where account_id = $1 and import_id = $2 and row_number > $3 order by account_id, row_number limit $4`

/** Stops an import that is not over. */
const CANCEL = `
update imports set status = 'canceled', finished_at = $3
where account_id = $1 and id = $2 and status in ('queued', 'running')`

const SHOWN = 50
const CHUNK = 1_000

type RefusalRow = RefusedRow & { row_number: number }

/** Imports of an account, newest first. */
export const listImports = (house: House, accountId: number, { limit = 100, offset = 0 }): Promise<Import[]> =>
  house.db.account(accountId, async (tx) => (await tx.rows<ImportRow>(LIST, [accountId, limit, offset])).map(toImport))

const find = async (tx: Tx, accountId: number, id: number): Promise<ImportRow> => {
  const row = await tx.one<ImportRow>(FIND, [accountId, id])
  if (!row) throw notFound('There is no such import.')
  return row
}

const toRefused = ({ line, message, values }: RefusalRow): RefusedRow => ({ line, message, values })

/** One import with its first refused rows; their values stand in the order of `headers`. */
export const getImport = (house: House, accountId: number, id: number) =>
  house.db.account(accountId, async (tx) => {
    const row = await find(tx, accountId, id)
    const refusals = await tx.rows<RefusalRow>(REFUSALS, [accountId, id, -1, SHOWN])
    return { import: toImport(row), headers: row.headers, refusedRows: refusals.map(toRefused) }
  })

/** Stops an import; people that are in stay in. Harmless where it is over. */
export const cancelImport = (house: House, accountId: number, id: number): Promise<Import> =>
  house.db.account(accountId, async (tx) => {
    await find(tx, accountId, id)
    await tx.run(CANCEL, [accountId, id, house.clock.now()])
    return toImport(await find(tx, accountId, id))
  })

/** The refused rows as CSV, as they were in the file, each with its line and reason in front. */
export const refusedRowsCsv = async (house: House, accountId: number, id: number) => {
  const row = await house.db.account(accountId, (tx) => find(tx, accountId, id))
  async function* lines() {
    yield `\ufeff${csvLine(['Line', 'Why it was refused', ...row.headers])}`
    for (let after = -1; ; ) {
      const refusals = await house.db.account(accountId, (tx) =>
        tx.rows<RefusalRow>(REFUSALS, [accountId, id, after, CHUNK]),
      )
      if (refusals.length)
        yield refusals.map(({ line, message, values }) => csvLine([String(line), message, ...values])).join('')
      if (refusals.length < CHUNK) return
      after = refusals.at(-1)?.row_number ?? after
    }
  }
  return { name: row.name, lines: lines() }
}
