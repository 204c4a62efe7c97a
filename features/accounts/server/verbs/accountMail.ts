import { type CallContext, notFound, type Tx } from '@millrace/kit/server'
import type { AccountRow } from '../accounts.ts'
import { accountToChange, saveAccount } from '../accounts.ts'
import { recordAdminAct } from '../adminActs.ts'
import type { Desk } from '../ports.ts'

type Admin = Pick<CallContext, 'memberId'>

const HELD_MAIL = 'held-mail'

const shown = ({ id, settings }: AccountRow, pausedAt: Date | null) => ({
  account: {
    accountId: id,
    pausedAt: pausedAt?.toISOString() ?? null,
    transactionalEmail: settings.isTransactionalEmailOff !== true,
  },
})

const held = async (tx: Tx, accountId: number): Promise<AccountRow> => {
  const row = await accountToChange(tx, accountId)
  if (!row) throw notFound('There is no such account.')
  return row
}

/** Keeps an account's mail back, or lets it go again; twice is once. Mail that is on its way to a server is finished. */
export const pauseMail = ({ house }: Desk, { memberId }: Admin, accountId: number, isOn: boolean, reason = '') =>
  house.db.system(async (tx) => {
    const row = await held(tx, accountId)
    if ((row.mailPausedAt !== null) === isOn) return shown(row, row.mailPausedAt)
    const at = house.clock.now()
    // Since when its mail is kept back.
    await tx.run('update accounts set mail_paused_at = $2 where id = $1', [accountId, isOn ? at : null])
    const act = isOn ? 'mail paused' : 'mail resumed'
    await recordAdminAct(tx, { accountId, memberId, act, at, ...(reason && { data: { reason } }) })
    if (!isOn) await house.bell.ring(tx, HELD_MAIL, accountId)
    return shown(row, isOn ? at : null)
  })

/** Lets an account send transactional mail, or treats all of it as marketing. */
export const setTransactionalMail = ({ house }: Desk, { memberId }: Admin, accountId: number, isOn: boolean) =>
  house.db.system(async (tx) => {
    const row = await held(tx, accountId)
    const { isTransactionalEmailOff = false, ...settings } = row.settings
    if (isTransactionalEmailOff === !isOn) return shown(row, row.mailPausedAt)
    const changed = { ...row, settings: isOn ? settings : { ...settings, isTransactionalEmailOff: true } }
    await saveAccount(tx, changed)
    const act = isOn ? 'transactional mail turned on' : 'transactional mail turned off'
    await recordAdminAct(tx, { accountId, memberId, act, at: house.clock.now() })
    return shown(changed, row.mailPausedAt)
  })

/** Whether an account may use something that can be turned off for it. */
export const mayUse = async (tx: Tx, accountId: number, _what: 'transactionalEmails'): Promise<boolean> => {
  // What an administrator turned off.
  const row = await tx.one<{ isOff: boolean }>(
    `select coalesce((settings ->> 'isTransactionalEmailOff')::boolean, false) as "isOff" from accounts where id = $1`,
    [accountId],
    'account-may-use',
  )
  return row?.isOff === false
}
