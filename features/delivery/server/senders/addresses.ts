import { conflict, type House, notFound, type Tx } from '@millrace/kit/server'
import type { AskedSender, SenderAddress } from '../../contract/index.ts'
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
  const link = `${house.publicUrl}${confirmPage(token)}`
  const content = verificationMail({ accountName: account?.name ?? '', email, link, days: VALID_DAYS })
  await planContent(house, tx, accountId, [{ kind: 'system', to: email, content }])
  return shown(row)
}

/** The page that a mailed link leads to. It asks; following links confirms nothing. */
export const confirmPage = (token: string): string => `/public/confirm-sender?token=${encodeURIComponent(token)}`

/** What a mailed link asks: which account wants to write from which address. */
const ASKED = `select s.email, s.status, (select a.name from accounts a where a.id = $1) as "accountName"
  from sender_addresses s where s.account_id = $1 and s.email = $2`

/** Marks an address as verified. One that was removed in the meantime stays removed. */
const CONFIRM = `update sender_addresses set status = 'verified', updated_at = $3
  where account_id = $1 and email = $2 and status = 'pending'`

const OVER = 'This link does not work any more. Please ask for a new one.'

const behindLink = (
  house: House,
  token: string,
  work: (tx: Tx, accountId: number, email: string) => Promise<unknown>,
): Promise<AskedSender> => {
  const data = house.keys.readToken<{ accountId: number; email: string }>(PURPOSE, token, house.clock.now())
  if (!data) throw notFound(OVER)
  const { accountId, email } = data
  return house.db.account(accountId, async (tx) => {
    await work(tx, accountId, email)
    const asked = await tx.one<AskedSender>(ASKED, [accountId, email])
    if (!asked) throw notFound(OVER)
    return asked
  })
}

/** Whom a mailed link asks about which address. */
export const readAddressLink = (house: House, token: string): Promise<AskedSender> =>
  behindLink(house, token, async () => {})

/** Confirms an address with the token of its mailed link; a second time changes nothing. */
export const confirmAddress = (house: House, token: string): Promise<AskedSender> =>
  behindLink(house, token, (tx, accountId, email) => tx.run(CONFIRM, [accountId, email, house.clock.now()]))

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
