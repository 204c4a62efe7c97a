import type { House } from '@millrace/kit/server'
import type { PageMode } from '../contract/index.ts'

/** Whom an unsubscribe link is for, and the mail that it stood in. */
export type Subscriber = {
  accountId: number
  personId: number
  /** The mail's row in the send ledger, where the link came from a mail. */
  send?: { id: number; reasonAt: Date }
  /** The mail went to an address that is not the person's: what its reader wants is said of the address alone. */
  isElsewhere?: boolean
}

const PURPOSE = 'preferences'
const SIGNATURE_BYTES = 15
const SIGNATURE_SIGNS = 24
const BASE = 32

// Some servers write addresses in small letters: the signature is in signs that do not care.
const inSmallLetters = (signature: string) =>
  BigInt(`0x${Buffer.from(signature, 'base64url').toString('hex')}`)
    .toString(BASE)
    .padStart(SIGNATURE_SIGNS, '0')

const fromSmallLetters = (signs: string) => {
  let number = 0n
  for (const sign of signs) number = number * BigInt(BASE) + BigInt(Number.parseInt(sign, BASE))
  return Buffer.from(number.toString(16).padStart(2 * SIGNATURE_BYTES, '0'), 'hex').toString('base64url')
}

/** What a token says, and its signature; tokens of before are read as they were written. */
const partsOf = (token: string): { text: string; signature: string } | undefined => {
  const [, text = '', signs = ''] = /^([0-9a-z.]+)\.([0-9a-v]{24})$/.exec(token.toLowerCase()) ?? []
  if (text) return { text, signature: fromSmallLetters(signs) }
  const [, before = '', signature = ''] = /^([0-9a-z.]+)\.([\w-]+)$/.exec(token) ?? []
  return before ? { text: before, signature } : undefined
}

/** A token for a person's preferences: short enough for the local part of an address, read
 * whatever becomes of its letters, and never over. */
export const preferenceToken = (
  { keys }: Pick<House, 'keys'>,
  { accountId, personId, send, isElsewhere }: Subscriber,
): string => {
  const parts = [
    accountId,
    personId,
    ...(send ? [send.id, send.reasonAt.getTime()] : []),
    ...(send && isElsewhere ? [1] : []),
  ]
  const text = parts.map((part) => part.toString(36)).join('.')
  return `${text}.${inSmallLetters(keys.sign(PURPOSE, text, SIGNATURE_BYTES))}`
}

/** Whom a token is for, or undefined where it is forged. */
export const readPreferenceToken = ({ keys }: Pick<House, 'keys'>, token: string): Subscriber | undefined => {
  const parts = partsOf(token)
  if (!parts || !keys.verify(PURPOSE, parts.text, parts.signature, SIGNATURE_BYTES)) return undefined
  const [accountId = 0, personId = 0, sendId, reasonAt, elsewhere] = parts.text
    .split('.')
    .map((part) => Number.parseInt(part, 36))
  const send = sendId && reasonAt ? { id: sendId, reasonAt: new Date(reasonAt) } : undefined
  return { accountId, personId, ...(send && { send }), ...(elsewhere && { isElsewhere: true }) }
}

/** The address that mail programs post to for one-click unsubscribing (RFC 8058); a GET of it shows a page. */
export const unsubscribeUrl = (house: Pick<House, 'keys' | 'publicUrl'>, subscriber: Subscriber): string =>
  `${house.publicUrl}/u/${preferenceToken(house, subscriber)}`

/** The page on which a person chooses what to get. */
export const preferencesUrl = (publicUrl: string, token: string, mode: PageMode = 'manage'): string =>
  `${publicUrl}/public/subscription-preferences?token=${encodeURIComponent(token)}${mode === 'manage' ? '' : `&mode=${mode}`}`
