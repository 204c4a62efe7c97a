import type { Keys } from '@millrace/kit/server'
import type { SendKey } from '../ledger/row.ts'

const OPEN = 'track-open'
const CLICK = 'track-click'
const SIGNATURE_BYTES = 12

const nameOf = ({ accountId, id, reasonAt }: SendKey) =>
  `${accountId.toString(36)}.${id.toString(36)}.${reasonAt.getTime().toString(36)}`

const readName = (text: string): SendKey | undefined => {
  const [accountId, id, reason] = text.split('.').map((part) => Number.parseInt(part, 36))
  return accountId !== undefined && id && reason ? { accountId, id, reasonAt: new Date(reason) } : undefined
}

const cut = (keys: Keys, purpose: string, token: string): string | undefined => {
  const end = token.lastIndexOf('.')
  const text = token.slice(0, end)
  return end > 0 && keys.verify(purpose, text, token.slice(end + 1), SIGNATURE_BYTES) ? text : undefined
}

/** Where a click leads: the address of a link in the account's list, or the one that the token itself carries. */
export type ClickTarget = { linkId: number; url?: string }

/** The token of a mail's pixel. */
export const openToken = (keys: Keys, send: SendKey): string => {
  const text = nameOf(send)
  return `${text}.${keys.sign(OPEN, text, SIGNATURE_BYTES)}`
}

/** The mail of a pixel's token, or undefined where it is forged. */
export const readOpenToken = (keys: Keys, token: string): SendKey | undefined => {
  const text = cut(keys, OPEN, token)
  return text === undefined ? undefined : readName(text)
}

/** The token of one link of a mail. */
export const clickToken = (keys: Keys, send: SendKey, target: ClickTarget): string => {
  const own = target.url === undefined ? '' : `~${Buffer.from(target.url).toString('base64url')}`
  const text = `${nameOf(send)}.${target.linkId.toString(36)}${own}`
  return `${text}.${keys.sign(CLICK, text, SIGNATURE_BYTES)}`
}

/** The mail and target of a link's token, or undefined where it is forged. */
export const readClickToken = (keys: Keys, token: string): { send: SendKey; target: ClickTarget } | undefined => {
  const text = cut(keys, CLICK, token)
  const send = text === undefined ? undefined : readName(text)
  if (!text || !send) return undefined
  const [linkId = '0', own] = text.slice(text.lastIndexOf('.') + 1).split('~')
  const url = own === undefined ? undefined : Buffer.from(own, 'base64url').toString()
  return { send, target: { linkId: Number.parseInt(linkId, 36), ...(url !== undefined && { url }) } }
}
