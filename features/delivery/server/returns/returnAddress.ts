import type { Keys } from '@millrace/kit/server'
import type { SendKey } from '../ledger/row.ts'

/** What mail to one of our addresses is about: a mail that could not be delivered, or an answer to one. */
export type ReturnKind = 'b' | 'r'

const PURPOSES = { b: 'return-address', r: 'reply-address' } as const
const SIGNATURE_BYTES = 10

// Some servers write addresses in small letters: the signature is in digits that do not care.
const signature = (keys: Keys, kind: ReturnKind, text: string) =>
  Buffer.from(keys.sign(PURPOSES[kind], text, SIGNATURE_BYTES), 'base64url').toString('hex')

/** The local part, 64 signs at the most, of the address that bounces of, or replies to, a mail go to. Nobody can make one up. */
export const returnAddress = (keys: Keys, kind: ReturnKind, { accountId, id, reasonAt }: SendKey): string => {
  const text = `${accountId.toString(36)}.${id.toString(36)}.${reasonAt.getTime().toString(36)}`
  return `${kind}.${text}.${signature(keys, kind, text)}`
}

const FORM = /^([br])\.(([0-9a-z]{1,7})\.([0-9a-z]{1,12})\.([0-9a-z]{1,11}))\.([0-9a-f]{20})@/

/** What an address names, or undefined where it is not one of ours. */
export const readReturnAddress = (keys: Keys, address: string): { kind: ReturnKind; send: SendKey } | undefined => {
  const parts = FORM.exec(address.trim().toLowerCase())
  if (!parts) return undefined
  const [, letter, text = '', account = '', id = '', reason = '', signed = ''] = parts
  const kind: ReturnKind = letter === 'b' ? 'b' : 'r'
  const wanted = Buffer.from(signed, 'hex').toString('base64url')
  if (!keys.verify(PURPOSES[kind], text, wanted, SIGNATURE_BYTES)) return undefined
  const send = {
    accountId: Number.parseInt(account, 36),
    id: Number.parseInt(id, 36),
    reasonAt: new Date(Number.parseInt(reason, 36)),
  }
  return { kind, send }
}
