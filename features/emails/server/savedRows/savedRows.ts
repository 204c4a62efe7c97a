import { conflict, type House, likeSearch, notFound, type Tx } from '@millrace/kit/server'
import type { DesignRow } from '../../contract/design.ts'
import { MOST_SAVED_ROWS, type SavedRow } from '../../contract/savedRow.ts'

type By = { accountId: number; memberId: number }

const COLUMNS = `r.id, r.name, r.content as row, r.created_by as "createdBy", r.created_at as "createdAt", r.updated_at as "updatedAt"`

type Row = Omit<SavedRow, 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date }
const toSavedRow = (row: Row): SavedRow => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** The rows that an account keeps, latest change first. */
export const listSavedRows = (house: House, accountId: number, search?: string): Promise<SavedRow[]> =>
  house.db.account(accountId, async (tx) => {
    // Rows that are kept, all or those with words in their name.
    const rows = await tx.rows<Row>(
      `select ${COLUMNS} from saved_rows r where r.account_id = $1 and ($2 = '' or r.name ilike $2)
       order by r.updated_at desc, r.id desc limit $3`,
      [accountId, likeSearch(search), MOST_SAVED_ROWS],
      'saved-rows',
    )
    return rows.map(toSavedRow)
  })

const refuseTooMany = async (tx: Tx, accountId: number) => {
  // How many rows the account keeps.
  const row = await tx.one<{ count: number }>(
    'select count(*)::int as count from saved_rows where account_id = $1',
    [accountId],
    'saved-rows-count',
  )
  if ((row?.count ?? 0) >= MOST_SAVED_ROWS)
    throw conflict(`${MOST_SAVED_ROWS} rows are kept at the most. Delete one that is not used.`)
}

/** Keeps a row to be used again. */
export const createSavedRow = (
  house: House,
  { accountId, memberId }: By,
  { name, row }: { name: string; row: DesignRow },
): Promise<SavedRow> =>
  house.db.account(accountId, async (tx) => {
    await refuseTooMany(tx, accountId)
    // A row that is kept.
    const made = await tx.one<Row>(
      `insert into saved_rows as r (account_id, name, content, created_by, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $5) returning ${COLUMNS}`,
      [accountId, name, JSON.stringify(row), memberId, house.clock.now()],
      'saved-row-insert',
    )
    if (!made) throw new Error('A row that was kept answers nothing.')
    return toSavedRow(made)
  })

/** Gives a kept row another name or another content. */
export const updateSavedRow = (
  house: House,
  accountId: number,
  id: number,
  { name, row }: { name?: string | undefined; row?: DesignRow | undefined },
): Promise<SavedRow> =>
  house.db.account(accountId, async (tx) => {
    // Another name or content of a kept row.
    const changed = await tx.one<Row>(
      `update saved_rows r set name = coalesce($3, r.name), content = coalesce($4::jsonb, r.content), updated_at = $5
       where r.account_id = $1 and r.id = $2 returning ${COLUMNS}`,
      [accountId, id, name ?? null, row ? JSON.stringify(row) : null, house.clock.now()],
      'saved-row-update',
    )
    if (!changed) throw notFound('This saved row does not exist.')
    return toSavedRow(changed)
  })

/** Forgets a kept row; emails that were made with it have copies of their own. */
export const deleteSavedRow = (house: House, accountId: number, id: number): Promise<void> =>
  house.db.account(accountId, async (tx) => {
    // A kept row is forgotten.
    const gone = await tx.one<{ id: number }>(
      'delete from saved_rows where account_id = $1 and id = $2 returning id',
      [accountId, id],
      'saved-row-delete',
    )
    if (!gone) throw notFound('This saved row does not exist.')
  })
