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

/** A token for a person's preferences: short enough for the local part of an address, and never over. */
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
  return `${text}.${keys.sign(PURPOSE, text, SIGNATURE_BYTES)}`
}

/** Whom a token is for, or undefined where it is forged. */
export const readPreferenceToken = ({ keys }: Pick<House, 'keys'>, token: string): Subscriber | undefined => {
  const end = token.lastIndexOf('.')
  const text = token.slice(0, end)
  if (end < 1 || !/^[0-9a-z.]+$/.test(text) || !keys.verify(PURPOSE, text, token.slice(end + 1), SIGNATURE_BYTES)) {
    return undefined
  }
  const [accountId = 0, personId = 0, sendId, reasonAt, elsewhere] = text
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
