import { createHash, randomUUID } from 'node:crypto'
import { conflict, type House, malformed, notFound, paymentRequired, refused, type Tx } from '@millrace/kit/server'
import type { ApiMail } from '../../contract/index.ts'
import type { ApiOptions, OwnContent } from '../ledger/row.ts'
import type { DeliveryPorts } from '../ports.ts'
import { isSendable, notVerified } from '../senders/verifiedSenders.ts'
import { filledWords, readerOf, readForWords } from './apiWords.ts'

/** The email's id of mail whose content came with it. */
export const AD_HOC_EMAIL_ID = -12345

const sha = (text: string) => createHash('sha256').update(text).digest()

/** A saved email by its id, or by its name: the one that was changed last, where several have it. */
const FIND = `select e.id, v.from_email as "fromEmail" from emails e
    join email_versions v on v.account_id = $1 and v.email_id = e.id and v.version = e.version
  where e.account_id = $1 and e.archived_at is null and (e.id = $2::bigint or lower(e.name) = lower($3::text))
  order by e.account_id, e.updated_at desc limit 1`

const templateNamed = async (tx: Tx, accountId: number, template: number | string) => {
  const [id, name] = typeof template === 'number' ? [template, null] : [null, template]
  const email = await tx.one<{ id: number; fromEmail: string }>(FIND, [accountId, id, name], 'api-template')
  if (!email) throw notFound('There is no such email.')
  return email
}

const optionsOf = (mail: ApiMail): ApiOptions => ({
  unsubscribeCheck: mail.unsubscribeCheck,
  ...(mail.templateProperties && { values: mail.templateProperties }),
  ...(mail.subject !== undefined && mail.template !== undefined && { subject: mail.subject }),
  ...(mail.from && { from: mail.from }),
  ...(mail.reply && { replyTo: mail.reply }),
  ...(mail.UTMTags && { utm: mail.UTMTags }),
  ...(mail.cc?.length && { cc: mail.cc }),
  ...(mail.bcc?.length && { bcc: mail.bcc }),
})

/** Writes the mail into the ledger. */
const INSERT = `insert into sends (account_id, reason_at, reason_kind, reason_key, person_id, email_id, lane, is_transactional,
    to_address, due_at, created_at, content, properties)
  values ($1, $2, 'api', $3, $4, $5, 0, true, $6, $2, $2, $7, $8) returning id`

/** A mail, when it was asked for, and the words that it brings unless they are an email's. */
type Asked = { mail: ApiMail; at: Date; key: string; content: OwnContent | null }

const insert = async (tx: Tx, accountId: number, { mail, at, key, content }: Asked): Promise<number> => {
  const { personId, toAddress } = await readerOf(tx, accountId, mail.to)
  const email = mail.template === undefined ? undefined : await templateNamed(tx, accountId, mail.template)
  const from = mail.from?.address ?? email?.fromEmail ?? ''
  if (!(await isSendable(tx, accountId, from))) throw refused(notVerified(from))
  const row = await tx.one<{ id: number }>(
    INSERT,
    [accountId, at, key, personId, email?.id ?? AD_HOC_EMAIL_ID, toAddress, content, optionsOf(mail)].map((value) =>
      value !== null && typeof value === 'object' && !(value instanceof Date) ? JSON.stringify(value) : value,
    ),
    'api-send',
  )
  return row?.id ?? 0
}

/** Takes a key for a request; whoever asks with the same key at the same time waits. */
const TAKE = `insert into api_sends (account_id, key_hash, request_hash, reason_at, send_id, at) values ($1, $2, $3, $4, 0, $4)
  on conflict (account_id, key_hash) do nothing`

const KNOWN = `select request_hash as "requestHash", send_id as "sendId" from api_sends where account_id = $1 and key_hash = $2`
const SETTLE = `update api_sends set send_id = $3 where account_id = $1 and key_hash = $2`

const ACCEPTED = 'The email is on its way.'

type Request = { keyHash: Buffer | undefined; requestHash: Buffer }

const requestOf = ({ messageId, ...request }: ApiMail, idempotencyKey: string | undefined): Request => {
  const key = idempotencyKey ?? messageId
  if (key !== undefined && (key.length > 255 || !key)) throw malformed('An Idempotency-Key has 1 to 255 characters.')
  return { keyHash: key === undefined ? undefined : sha(key), requestHash: sha(JSON.stringify(request)) }
}

/** The mail that was asked for under the same key before. */
const knownSend = async (tx: Tx, accountId: number, { keyHash, requestHash }: Request) => {
  const known =
    keyHash && (await tx.one<{ requestHash: Buffer; sendId: number }>(KNOWN, [accountId, keyHash], 'api-known'))
  if (known && !known.requestHash.equals(requestHash))
    throw conflict('This Idempotency-Key was used for another email.')
  return known && { id: known.sendId, message: ACCEPTED }
}

type Tools = { house: Pick<House, 'db' | 'clock' | 'bell'>; ports: Pick<DeliveryPorts, 'mayUse'> }

const mustBeCovered = async (tx: Tx, { mayUse }: Tools['ports'], accountId: number) => {
  if (mayUse && !(await mayUse(tx, accountId, 'transactionalEmails')))
    throw paymentRequired('Your plan does not include transactional emails.')
}

/** The words that come with a mail, filled; or the mail that was asked for before. No connection is held while they are. */
const ownWords = async ({ house, ports }: Tools, accountId: number, mail: ApiMail, request: Request) => {
  if (mail.template !== undefined) return { content: null }
  const read = await house.db.account(accountId, async (tx) => {
    await mustBeCovered(tx, ports, accountId)
    return (await knownSend(tx, accountId, request)) ?? (await readForWords(tx, accountId, mail))
  })
  return 'message' in read ? { known: read } : { content: await filledWords(accountId, mail, read) }
}

/**
 * Sends a mail that a program asks for. The same key with the same request answers the first mail and sends nothing; with
 * another request it is 409.
 */
export const sendByApi = async (
  { db, clock, bell }: Tools['house'],
  ports: Tools['ports'],
  accountId: number,
  mail: ApiMail,
  idempotencyKey: string | undefined,
): Promise<{ id: number; message: string }> => {
  const request = requestOf(mail, idempotencyKey)
  const { keyHash, requestHash } = request
  const words = await ownWords({ house: { db, clock, bell }, ports }, accountId, mail, request)
  if (words.known) return words.known
  return db.account(accountId, async (tx) => {
    await mustBeCovered(tx, ports, accountId)
    const at = clock.now()
    if (keyHash && !(await tx.run(TAKE, [accountId, keyHash, requestHash, at], 'api-take'))) {
      const known = await knownSend(tx, accountId, request)
      if (!known) throw conflict('This Idempotency-Key was used for another email.')
      return known
    }
    const key = keyHash?.toString('hex') ?? randomUUID()
    const id = await insert(tx, accountId, { mail, at, key, content: words.content })
    if (keyHash) await tx.run(SETTLE, [accountId, keyHash, id], 'api-settle')
    await bell.ring(tx, 'sends', accountId)
    return { id, message: ACCEPTED }
  })
}
