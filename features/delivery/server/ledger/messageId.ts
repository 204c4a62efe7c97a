import type { Keys } from '@millrace/kit/server'
import type { SendKey } from './row.ts'

const PURPOSE = 'message-id'
const SIGNATURE_BYTES = 6

const bare = ({ accountId, id, reasonAt }: SendKey) =>
  `${accountId.toString(36)}.${id.toString(36)}.${reasonAt.getTime().toString(36)}`

/** The Message-ID of a row: always the same, and readable back. With angle brackets. */
export const messageIdOf = (keys: Keys, send: SendKey, domain: string): string => {
  const text = bare(send)
  return `<${text}.${keys.sign(PURPOSE, text, SIGNATURE_BYTES)}@${domain}>`
}

/** The row that a Message-ID was made from, or undefined where it is not one of ours. */
export const sendOfMessageId = (keys: Keys, messageId: string): SendKey | undefined => {
  const parts = /^<?([0-9a-z]+)\.([0-9a-z]+)\.([0-9a-z]+)\.([\w-]+)@[^>]+>?$/.exec(messageId.trim())
  if (!parts) return undefined
  const [, account = '', id = '', reason = '', signature = ''] = parts
  if (!keys.verify(PURPOSE, `${account}.${id}.${reason}`, signature, SIGNATURE_BYTES)) return undefined
  return {
    accountId: Number.parseInt(account, 36),
    id: Number.parseInt(id, 36),
    reasonAt: new Date(Number.parseInt(reason, 36)),
  }
}
