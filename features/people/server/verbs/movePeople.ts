import { recordChanges } from '@millrace/kit/jobs'
import type { House, Tx } from '@millrace/kit/server'
import { forgetFormer } from '../person/formerKeys.ts'

/** Archives people that are not; answers whom. */
const ARCHIVE = `
update people set archived_at = $3, updated_at = $3
where account_id = $1 and id = any($2::bigint[]) and archived_at is null returning id`

/** Brings archived people back; answers whom. */
const RESTORE = `
update people set archived_at = null, updated_at = $3
where account_id = $1 and id = any($2::bigint[]) and archived_at is not null returning id`

/** Deletes people for good; answers whom. */
const ERASE = `delete from people where account_id = $1 and id = any($2::bigint[]) returning id`

/** Deletes the further anonymous ids of people. */
const ERASE_ALIASES = `delete from person_aliases where account_id = $1 and person_id = any($2::bigint[])`

/** Locks people in the order of their ids. */
const LOCK = `select id from people where account_id = $1 and id = any($2::bigint[]) order by account_id, id for update`

const record = async (tx: Tx, house: House, accountId: number, kind: string, rows: readonly { id: number }[]) => {
  const changes = rows.map(({ id }) => ({ kind, personId: id }))
  await recordChanges(tx, house, accountId, changes)
  return rows.length
}

/** Archives people; answers how many were not archived before. */
export const archivePeople = async (
  tx: Tx,
  house: House,
  accountId: number,
  ids: readonly number[],
): Promise<number> => {
  await tx.rows(LOCK, [accountId, ids])
  const rows = await tx.rows<{ id: number }>(ARCHIVE, [accountId, ids, house.clock.now()])
  return record(tx, house, accountId, 'person.archived', rows)
}

/** Brings archived people back; answers how many were archived. */
export const restorePeople = async (
  tx: Tx,
  house: House,
  accountId: number,
  ids: readonly number[],
): Promise<number> => {
  await tx.rows(LOCK, [accountId, ids])
  const rows = await tx.rows<{ id: number }>(RESTORE, [accountId, ids, house.clock.now()])
  return record(tx, house, accountId, 'person.restored', rows)
}

/** Deletes people for good; what other features keep of them follows by the change `person.erased`. */
export const erasePeople = async (tx: Tx, house: House, accountId: number, ids: readonly number[]): Promise<number> => {
  await tx.rows(LOCK, [accountId, ids])
  const rows = await tx.rows<{ id: number }>(ERASE, [accountId, ids])
  await tx.run(ERASE_ALIASES, [accountId, ids])
  await forgetFormer(tx, accountId, ids)
  return record(tx, house, accountId, 'person.erased', rows)
}
