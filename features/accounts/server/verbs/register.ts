import type { Access, Exchange } from '@millrace/access/server'
import { SCOPES } from '@millrace/kit/contract'
import { conflict, malformed, refused, type Tx } from '@millrace/kit/server'
import { z } from 'zod'
import { type AccountReply, accountReply } from '../accountReply.ts'
import { addAccount, type NewAccount } from '../accounts.ts'
import type { Desk } from '../ports.ts'
import { timezoneOrUtc } from '../rules.ts'

const TAKEN = 'This email is already registered. Log in instead, or set a new password if you have forgotten yours.'

const Email = z.email()

/** What a registration brings along. */
export type Registration = {
  email?: string
  idToken?: string
  source?: string
  timezone?: string
  botProtectionToken?: string
  referral?: string
  referralCode?: string
}

/** Whoever opens an account, and what it starts with. */
export type Opening = {
  member: Parameters<Access['addMember']>[1]
  account: Omit<NewAccount, 'email'>
}

/** Opens an account with its owner and a secret key; undefined where the owner's address is taken. */
export const openAccount = async (
  { house, ports }: Desk,
  tx: Tx,
  { member, account }: Opening,
): Promise<{ accountId: number; memberId: number } | undefined> => {
  const memberId = await ports.access.addMember(tx, member)
  if (!memberId) return undefined
  const accountId = await addAccount(tx, { ...account, email: member.email }, house.clock.now())
  await ports.access.addMembership(tx, { accountId, memberId, isOwner: true, scopes: SCOPES })
  await ports.access.newApiKey(tx, accountId)
  await ports.accountOpened?.(tx, accountId)
  return { accountId, memberId }
}

const addressOf = ({ email = '', idToken }: Registration) => {
  const address = email.trim()
  if (!address && !idToken) throw malformed('Missing registration email.')
  if (!address) throw refused('Signing up with another service is not set up here. Please use your email.')
  if (!Email.safeParse(address).success) throw refused('Please enter a full email address.')
  return address
}

/** Opens an account for an address that nobody has yet, and signs its owner in. */
export const register = async (desk: Desk, input: Registration, exchange: Exchange): Promise<AccountReply> => {
  const { house, ports } = desk
  ports.access.mustBeMeant(exchange.request)
  const email = addressOf(input)
  const referredBy = input.referralCode ?? input.referral
  const settings = { ...(input.source && { source: input.source }), ...(referredBy && { referredBy }) }
  const isApproved = !house.settings.MODERATION
  const account = { timezone: timezoneOrUtc(input.timezone), settings, isApproved }
  // Kept whatever comes of the rest, so that one proof cannot try many addresses.
  await house.db.system(async (tx) => {
    await ports.access.countTry(tx, [{ what: `register ip ${exchange.request.ip}`, max: 30, windowSec: 3_600 }])
    await ports.access.checkBotProof(tx, input.botProtectionToken)
  })
  const { handOver, reply } = await house.db.system(async (tx) => {
    const opened = await openAccount(desk, tx, { member: { email }, account })
    if (!opened) throw conflict(TAKEN)
    const handOver = await ports.access.letIn(tx, opened, exchange)
    const owner = { ...opened, isOwner: true, isAdmin: false, scopes: new Set(SCOPES) }
    return { handOver, reply: await accountReply(desk, tx, owner) }
  })
  handOver()
  return reply
}
