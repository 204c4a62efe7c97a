import type { House, Keys, Tx } from '@millrace/kit/server'
import { conflict, notFound } from '@millrace/kit/server'
import type { OwnSendGrid, OwnSes } from '../../contract/index.ts'
import { accessOf, type SendGridAccess, type SesAccount } from './ofInstallation.ts'

/** Providers that an account can be moved to. */
export type MovedTo = 'ses' | 'sendgrid'

/** An account's row at a provider; without `sealed` it uses the installation's credentials there. */
export type ChosenProvider = { accountId: number; kind: MovedTo; sealed: string | null; isUsed: boolean }

/** Rings when an account was moved. */
export const PROVIDERS_TOPIC = 'mail-providers'

/** Accounts that were moved to a provider. */
const MOVED = `/* across accounts: whose mail leaves by which provider */ select account_id as "accountId", kind, sealed,
    is_used as "isUsed" from mail_providers where is_used`

/** Who uses which provider; accounts without a row use the installation's first. */
export const movedAccounts = (tx: Tx): Promise<ChosenProvider[]> =>
  tx.rows<ChosenProvider>(MOVED, [], 'providers-moved')

const ONE = `select account_id as "accountId", kind, sealed, is_used as "isUsed" from mail_providers
  where account_id = $1 and ($2::text is null and is_used or kind = $2)`

/** What an account has at a provider; without `kind` the one that it uses. */
export const chosenOf = (tx: Tx, accountId: number, kind: MovedTo | null = null): Promise<ChosenProvider | undefined> =>
  tx.one<ChosenProvider>(ONE, [accountId, kind], 'providers-of')

/** Reads an account's own credentials at SES. */
export const openSes = (keys: Keys, sealed: string, endpoint: string | undefined): SesAccount => ({
  ...(JSON.parse(keys.open(sealed)) as OwnSes),
  endpoint,
})

/** Reads an account's own credentials at SendGrid. */
export const openSendGrid = (keys: Keys, sealed: string): SendGridAccess => JSON.parse(keys.open(sealed)) as OwnSendGrid

/** Only an account that is there can be moved. */
const THERE = 'select id from accounts where id = $1'

const LEAVE = `update mail_providers set is_used = false, updated_at = $2 where account_id = $1 and is_used`

/** Credentials that were given before are kept where no others are given. */
const USE = `insert into mail_providers as p (account_id, kind, sealed, is_used, created_at, updated_at)
  values ($1, $2, $3, true, $4, $4)
  on conflict (account_id, kind) do update set sealed = coalesce(excluded.sealed, p.sealed), is_used = true, updated_at = excluded.updated_at`

const NAMES: Record<MovedTo, string> = { ses: 'SES', sendgrid: 'SendGrid' }

const mustBeThere = async (tx: Tx, accountId: number) => {
  if (!(await tx.one(THERE, [accountId]))) throw notFound('There is no such account.')
}

const changed = async (tx: Tx, { bell }: House, accountId: number) => {
  await bell.ring(tx, PROVIDERS_TOPIC, accountId)
  // Mail that waited for the provider it left can go now.
  await bell.ring(tx, 'sends', accountId)
}

const isReady = async ({ settings }: House, tx: Tx, accountId: number, kind: MovedTo) =>
  Boolean(accessOf(settings)[kind] || (await chosenOf(tx, accountId, kind))?.sealed)

/** Moves an account's mail to a provider: with credentials of its own, with those it has there already, or with the installation's. */
export const moveTo = async (
  house: House,
  tx: Tx,
  accountId: number,
  kind: MovedTo,
  own: OwnSes | OwnSendGrid | undefined,
): Promise<void> => {
  await mustBeThere(tx, accountId)
  if (!own && !(await isReady(house, tx, accountId, kind)))
    throw conflict(`${NAMES[kind]} is not set up here: give credentials of the account, or name it in MAIL_PROVIDERS.`)
  const now = house.clock.now()
  await tx.run(LEAVE, [accountId, now])
  await tx.run(USE, [accountId, kind, own ? house.keys.seal(JSON.stringify(own)) : null, now])
  await changed(tx, house, accountId)
}

/**
 * Moves an account's mail away from a provider: from SES to SendGrid where that is set up, else to what the installation uses
 * first. Its credentials are kept, because late reports still come.
 */
export const moveFrom = async (house: House, tx: Tx, accountId: number, kind: MovedTo): Promise<void> => {
  await mustBeThere(tx, accountId)
  const first = house.settings.MAIL_PROVIDERS[0]
  const used = (await chosenOf(tx, accountId))?.kind ?? first
  if (used !== kind) throw conflict(`The account's mail does not leave by ${NAMES[kind]}.`)
  if (kind === 'ses' && (await isReady(house, tx, accountId, 'sendgrid')))
    return moveTo(house, tx, accountId, 'sendgrid', undefined)
  if (first === kind)
    throw conflict(`${NAMES[kind]} is what this installation uses first, and there is no other provider.`)
  await tx.run(LEAVE, [accountId, house.clock.now()])
  await changed(tx, house, accountId)
}
