import { conflict, type House, notFound, type Tx } from '@millrace/kit/server'
import type { SenderAddress } from '../../contract/index.ts'
import { planContent } from '../ledger/planContent.ts'
import { verificationMail } from './verificationMail.ts'

type Row = {
  email: string
  status: 'pending' | 'verified'
  accountId: number
  data: Record<string, unknown>
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = `email, status, account_id as "accountId", data, created_at as "createdAt", updated_at as "updatedAt"`
const PURPOSE = 'sender-address'
const VALID_DAYS = 7
const DAY_MS = 86_400_000
/** A second mail is sent at the soonest after this. */
const AGAIN_MS = 30_000

const shown = ({ createdAt, updatedAt, ...row }: Row): SenderAddress => ({
  ...row,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

/** All addresses of an account, the newest first. */
export const listAddresses = async (tx: Tx, accountId: number): Promise<SenderAddress[]> => {
  const rows = await tx.rows<Row>(
    `select ${COLUMNS} from sender_addresses where account_id = $1 order by created_at desc, account_id, email`,
    [accountId],
  )
  return rows.map(shown)
}

/** Adds an address that waits for its confirmation, or takes note of another try. */
const ASK = `insert into sender_addresses (account_id, email, status, created_at, updated_at) values ($1, $2, 'pending', $3, $3)
  on conflict (account_id, email) do update set updated_at = excluded.updated_at returning ${COLUMNS}`

/** Asks for an address to be verified by mailing a link to it; a pending one is mailed again. */
export const askForAddress = async (house: House, tx: Tx, accountId: number, email: string): Promise<SenderAddress> => {
  const now = house.clock.now()
  // The address as it stands, if it was asked for before.
  const known = await tx.one<Row>(
    `select ${COLUMNS} from sender_addresses where account_id = $1 and email = $2 for update`,
    [accountId, email],
  )
  if (known?.status === 'verified') throw conflict(`The address ${email} is verified already.`)
  if (known && now.getTime() - known.updatedAt.getTime() < AGAIN_MS) return shown(known)
  const row = (await tx.one<Row>(ASK, [accountId, email, now])) as Row
  // The account's name stands in the mail, so that its reader knows who asks.
  const account = await tx.one<{ name: string }>('select name from accounts where id = $1', [accountId])
  const expiresAt = new Date(now.getTime() + VALID_DAYS * DAY_MS)
  const token = house.keys.token(PURPOSE, { accountId, email }, expiresAt)
  const link = `${house.publicUrl}/v1/settings/email/addresses/confirm?token=${token}`
  const content = verificationMail({ accountName: account?.name ?? '', email, link, days: VALID_DAYS })
  await planContent(house, tx, accountId, [{ kind: 'system', to: email, content }])
  return shown(row)
}

/** Confirms an address from its mailed link; answers undefined where the link is forged, over, or the address was removed. */
export const confirmAddress = async (house: House, token: string): Promise<string | undefined> => {
  const now = house.clock.now()
  const data = house.keys.readToken<{ accountId: number; email: string }>(PURPOSE, token, now)
  if (!data) return undefined
  const { accountId, email } = data
  // An address that was removed in the meantime stays removed.
  const count = await house.db.account(accountId, (tx) =>
    tx.run(`update sender_addresses set status = 'verified', updated_at = $3 where account_id = $1 and email = $2`, [
      accountId,
      email,
      now,
    ]),
  )
  return count ? email : undefined
}

/** Adds an address that is known to be its owner's, as a registered member's is once confirmed. */
export const addVerifiedAddress = async (house: House, tx: Tx, accountId: number, email: string): Promise<void> => {
  // A pending one becomes verified.
  await tx.run(
    `insert into sender_addresses (account_id, email, status, created_at, updated_at) values ($1, $2, 'verified', $3, $3)
     on conflict (account_id, email) do update set status = excluded.status, updated_at = excluded.updated_at`,
    [accountId, email.trim().toLowerCase(), house.clock.now()],
  )
}

/** Removes an address. */
export const deleteAddress = async (tx: Tx, accountId: number, email: string): Promise<void> => {
  // Mail from it is skipped from now on.
  const count = await tx.run('delete from sender_addresses where account_id = $1 and email = $2', [accountId, email])
  if (!count) throw notFound('There is no such address.')
}
