import { type KeyObject, verify } from 'node:crypto'
import { z } from 'zod'

/** A message of Amazon SNS as it is posted. */
export const SnsMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string(),
  TopicArn: z.string(),
  Subject: z.string().nullish(),
  Message: z.string(),
  Timestamp: z.string(),
  Token: z.string().optional(),
  SubscribeURL: z.string().optional(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
})
/** A message of Amazon SNS as it is posted. */
export type SnsMessage = z.output<typeof SnsMessage>

const HOST = /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/

/** Whether an address is one of SNS itself; nothing else is ever asked because a message says so. */
export const isOfSns = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, username, password } = new URL(address)
  return protocol === 'https:' && HOST.test(hostname) && !port && !username && !password
}

/** Whether an address leads to a certificate of SNS. */
export const isCertificateOfSns = (address: string): boolean =>
  isOfSns(address) && /^\/SimpleNotificationService-[\w-]+\.pem$/.test(new URL(address).pathname)

const SIGNED = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const

const textOf = (message: SnsMessage): string =>
  SIGNED[message.Type]
    .flatMap((name) => {
      const value = message[name]
      return value === undefined || value === null ? [] : [`${name}\n${value}\n`]
    })
    .join('')

/** Whether SNS signed a message with this key: over its fields, each name and value on a line of its own. */
export const isSignedBySns = (message: SnsMessage, key: KeyObject): boolean =>
  verify(
    message.SignatureVersion === '1' ? 'sha1' : 'sha256',
    Buffer.from(textOf(message)),
    key,
    Buffer.from(message.Signature, 'base64'),
  )
