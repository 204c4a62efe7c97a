import type { House } from '@millrace/kit/server'
import type { SendKey } from '../ledger/row.ts'
import { asciiAddress, domainOf } from '../mime/headers.ts'
import { returnAddress } from '../returns/returnAddress.ts'
import { type DomainHosts, domainHosts } from './domainHosts.ts'

/** The hosts that stand in mail of an account, by the domain that it is from. */
export type MailHosts = ReadonlyMap<string, DomainHosts>

const NONE: MailHosts = new Map()

/** Reads which hosts may stand in mail from some addresses; asks nothing where the installation has none. */
export const mailHosts = async (
  { db, settings }: Pick<House, 'db' | 'settings'>,
  accountId: number,
  from: Iterable<string>,
): Promise<MailHosts> => {
  if (!accountId || (!settings.RETURN_HOST && !settings.TRACKING_HOST)) return NONE
  const domains = [...new Set([...from].map(domainOf))]
  return db.system((tx) => domainHosts(tx, accountId, domains))
}

/**
 * Where a mail that cannot be delivered comes back to: the host of its own domain, which is what SPF is asked of, else the
 * installation's, else whoever it is from.
 */
export const returnPathOf = (
  { keys, settings: { RETURN_HOST } }: Pick<House, 'keys' | 'settings'>,
  send: SendKey,
  from: string,
  hosts: MailHosts,
): string => {
  const host = RETURN_HOST && (hosts.get(domainOf(from).toLowerCase())?.returnHost ?? RETURN_HOST.toLowerCase())
  return host ? `${returnAddress(keys, 'b', send)}@${host}` : asciiAddress(from)
}

/** Where the links of a mail begin: at the host of its own domain, else where this installation is reached. */
export const linkBaseOf = (
  { publicUrl, settings: { TRACKING_HOST } }: Pick<House, 'publicUrl' | 'settings'>,
  from: string,
  hosts: MailHosts,
): string => {
  const host = TRACKING_HOST && hosts.get(domainOf(from).toLowerCase())?.trackingHost
  return host ? `https://${host}` : publicUrl
}

/** The address that answers to a mail go to, so that they are counted before they are handed on; undefined: they go straight. */
export const replyAddressOf = (
  { keys, settings: { REPLY_HOST } }: Pick<House, 'keys' | 'settings'>,
  send: SendKey,
): string | undefined => (REPLY_HOST ? `${returnAddress(keys, 'r', send)}@${REPLY_HOST.toLowerCase()}` : undefined)
