import { conflict, type House, type Tx } from '@millrace/kit/server'
import { type Import, UNDO_DAYS } from '../../contract/index.ts'
import { queueImport } from '../jobs/queueImport.ts'
import { type ImportRow, toImport } from '../rules/importShape.ts'
import { findRow } from './readImports.ts'

/** Stops an import or a check that is not over. */
const CANCEL = `
update imports set status = 'canceled', finished_at = $3, speed = 0
where account_id = $1 and id = $2 and status in ('queued', 'running', 'paused')`

const PAUSE = `
update imports set status = 'paused', speed = 0 where account_id = $1 and id = $2 and status in ('queued', 'running')`

/** Lets a paused import wait for its turn again. */
const RESUME = `
update imports set status = 'queued', beat_at = $3 where account_id = $1 and id = $2 and status = 'paused' returning id`

/** Begins to take an import back that ended after $4. */
const UNDO = `
update imports set status = 'undoing', beat_at = $3, failures = 0,
  undo_total = (select count(*) from import_changes c where c.account_id = $1 and c.import_id = $2)
where account_id = $1 and id = $2 and keeps_history and status in ('done', 'failed', 'canceled') and finished_at > $4
returning id`

const KEYS_OF_CHECK = `delete from import_keys where account_id = $1 and import_id = $2`

type Move = (tx: Tx, house: House, accountId: number, row: ImportRow) => Promise<unknown>

const move = (house: House, accountId: number, id: number, apply: Move, purpose: ImportRow['purpose'] = 'import') =>
  house.db.account(accountId, async (tx) => {
    await apply(tx, house, accountId, await findRow(tx, accountId, id, purpose))
    return toImport(await findRow(tx, accountId, id, purpose), house.clock.now())
  })

const cancel: Move = (tx, house, accountId, { id }) => tx.run(CANCEL, [accountId, id, house.clock.now()])

/** Stops an import; people that are in stay in. Harmless where it is over. */
export const cancelImport = (house: House, accountId: number, id: number): Promise<Import> =>
  move(house, accountId, id, cancel)

/** Stops a check. Harmless where it is over. */
export const cancelCheck = async (house: House, accountId: number, id: number): Promise<void> => {
  const stop: Move = async (tx, ...rest) => {
    await cancel(tx, ...rest)
    await tx.run(KEYS_OF_CHECK, [accountId, id])
  }
  await move(house, accountId, id, stop, 'check')
}

/** Lets an import rest; the batch in hand is finished. Harmless where it does not run. */
export const pauseImport = (house: House, accountId: number, id: number): Promise<Import> =>
  move(house, accountId, id, (tx) => tx.run(PAUSE, [accountId, id]))

/** Lets a paused import go on where it was. Harmless where it is not paused. */
export const resumeImport = (house: House, accountId: number, id: number): Promise<Import> =>
  move(house, accountId, id, async (tx) => {
    if (await tx.one(RESUME, [accountId, id, house.clock.now()])) await queueImport(tx, house, accountId, id)
  })

const whyNot = ({ status, keeps_history: isKept }: ImportRow): string => {
  if (status === 'queued' || status === 'running' || status === 'paused')
    return 'This import is not over yet. Stop it, then undo it.'
  return isKept
    ? `An import can be undone for ${UNDO_DAYS} days. This one is older.`
    : 'What this import changed is no longer written down, so it cannot be undone.'
}

/** Begins to take an import back; a job does it. Harmless where that has begun. */
export const undoImport = (house: House, accountId: number, id: number): Promise<Import> =>
  move(house, accountId, id, async (tx, _house, _accountId, row) => {
    if (row.status === 'undoing' || row.status === 'undone') return
    const now = house.clock.now()
    const oldest = new Date(now.getTime() - UNDO_DAYS * 86_400_000)
    if (await tx.one(UNDO, [accountId, id, now, oldest])) return queueImport(tx, house, accountId, id)
    const current = await findRow(tx, accountId, id)
    if (current.status !== 'undoing' && current.status !== 'undone') throw conflict(whyNot(current))
  })
