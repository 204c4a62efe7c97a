import type { Keys } from '@millrace/kit/server'
import type { SendKey } from '../ledger/row.ts'

const MAIL = 'track-mail'
const ADDRESS = 'track-address'
const VIEW = 'view-mail'
const SIGNATURE_BYTES = 12

const nameOf = ({ accountId, id, reasonAt }: SendKey) =>
  `${accountId.toString(36)}.${id.toString(36)}.${reasonAt.getTime().toString(36)}`

const signed = (keys: Keys, purpose: string, send: SendKey) => {
  const text = nameOf(send)
  return `${text}.${keys.sign(purpose, text, SIGNATURE_BYTES)}`
}

const readSigned = (keys: Keys, purpose: string, token: string): SendKey | undefined => {
  const end = token.lastIndexOf('.')
  const text = token.slice(0, end)
  if (end < 1 || !keys.verify(purpose, text, token.slice(end + 1), SIGNATURE_BYTES)) return undefined
  const [accountId, id, reason] = text.split('.').map((part) => Number.parseInt(part, 36))
  return accountId !== undefined && id && reason ? { accountId, id, reasonAt: new Date(reason) } : undefined
}

/** A mail's name, signed: it stands in its pixel and in each of its links. */
export const mailToken = (keys: Keys, send: SendKey): string => signed(keys, MAIL, send)

/** The mail that a token names, or undefined where it is forged. */
export const readMailToken = (keys: Keys, token: string): SendKey | undefined => readSigned(keys, MAIL, token)

/** A mail's name for those who may read it: no link or pixel of the mail gives it away. */
export const viewToken = (keys: Keys, send: SendKey): string => signed(keys, VIEW, send)

/** The mail that a token lets its holder read. */
export const readViewToken = (keys: Keys, token: string): SendKey | undefined => readSigned(keys, VIEW, token)

/** Where a click leads: the address of a link in the email's list, or the one that the token itself carries; and what is added to it. */
export type ClickTarget = { linkId: number; url?: string; utmId?: number }

/**
 * The token of one link of a mail, from the mail's own token. A listed link needs no signature of its own: it leads to
 * what the author of that very email linked. An address that is not listed is signed.
 */
export const clickToken = (keys: Keys, mail: string, { linkId, url, utmId }: ClickTarget): string => {
  const link = `${mail}.${linkId.toString(36)}${utmId ? `-${utmId.toString(36)}` : ''}`
  if (url === undefined) return link
  const own = Buffer.from(url).toString('base64url')
  return `${link}.${own}.${keys.sign(ADDRESS, `${link}.${own}`, SIGNATURE_BYTES)}`
}

const LINK = /^([0-9a-z]+)(?:-([0-9a-z]+))?$/

/** The mail and target of a link's token, or undefined where any of it is forged. */
export const readClickToken = (keys: Keys, token: string): { send: SendKey; target: ClickTarget } | undefined => {
  const parts = token.split('.')
  const [link, own, signature] = parts.slice(4)
  const send = readMailToken(keys, parts.slice(0, 4).join('.'))
  const [, id, utm] = LINK.exec(link ?? '') ?? []
  if (!send || !id) return undefined
  const target = { linkId: Number.parseInt(id, 36), ...(utm && { utmId: Number.parseInt(utm, 36) }) }
  if (parts.length === 5) return { send, target }
  const isSigned = own && signature && keys.verify(ADDRESS, parts.slice(0, 6).join('.'), signature, SIGNATURE_BYTES)
  if (parts.length !== 7 || !isSigned) return undefined
  return { send, target: { ...target, url: Buffer.from(own, 'base64url').toString() } }
}
