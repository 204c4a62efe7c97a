import { createHash, randomUUID } from 'node:crypto'
import { withUtms } from '@millrace/accounts/contract'
import { compileTemplate, type MailPerson, mailPeople, renderFor, renderWords } from '@millrace/emails/server'
import { conflict, type House, malformed, notFound, paymentRequired, refused, type Tx } from '@millrace/kit/server'
import type { ApiMail } from '../../contract/index.ts'
import { NAMELESS } from '../compose/dataFor.ts'
import { utmsOfEmail, utmsOfReader } from '../compose/mailUtms.ts'
import { readAccount } from '../ledger/facts.ts'
import type { ApiOptions, OwnContent } from '../ledger/row.ts'
import type { DeliveryPorts } from '../ports.ts'
import { isSendable, notVerified } from '../senders/verifiedSenders.ts'

/** The email's id of mail whose content came with it. */
export const AD_HOC_EMAIL_ID = -12345

const NOBODY: MailPerson = { id: 0, email: '', fields: {}, tags: [] }

const sha = (text: string) => createHash('sha256').update(text).digest()

type Reader = { personId: number; toAddress: string | null }

/** Who is written to, by address or by the caller's own id. */
const readerOf = async (tx: Tx, accountId: number, to: ApiMail['to']): Promise<Reader> => {
  if (typeof to === 'string') {
    // Whoever has the address.
    const row = await tx.one<{ id: number }>(
      `select id from people where account_id = $1 and lower(email) = $2 and archived_at is null`,
      [accountId, to],
      'api-person-address',
    )
    return { personId: row?.id ?? 0, toAddress: to }
  }
  // Whom the caller calls so.
  const row = await tx.one<{ id: number }>(
    `select id from people where account_id = $1 and user_id = $2 and archived_at is null`,
    [accountId, to.userId],
    'api-person-user',
  )
  if (!row) throw notFound(`There is nobody with the user id ${to.userId}.`)
  return { personId: row.id, toAddress: null }
}

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

const written = async (tx: Tx, accountId: number, mail: ApiMail, { personId }: Reader): Promise<OwnContent> => {
  const person = personId ? (await mailPeople(tx, accountId, [personId])).get(personId) : undefined
  const account = await readAccount(tx, accountId)
  const data = {
    person: person ?? { ...NOBODY, email: typeof mail.to === 'string' ? mail.to : '' },
    account: account ?? NAMELESS,
    event: mail.templateProperties,
  }
  const { subject = '', html = '', text } = mail
  const utms = utmsOfReader({ ...utmsOfEmail(account?.linkUTMs ?? {}, undefined), ...mail.UTMTags }, data)
  const slots = { unsubscribeUrl: '', link: (_index: number, url: string) => withUtms(url, utms) }
  const about = { accountId, emailId: 0, version: 0, name: '', isTransactional: true, categoryId: null }
  const bare = { preheader: '', fromName: '', fromEmail: '', replyName: '', replyEmail: '', cc: '', bcc: '' }
  try {
    const made = renderFor(compileTemplate({ ...about, ...bare, subject, html }), data, slots)
    return {
      subject: made.subject,
      html: text === undefined ? made.html : '',
      text: text === undefined ? made.text : renderWords(text, data, slots),
    }
  } catch (error) {
    throw refused(`Couldn't process Liquid tags: ${(error as Error).message}`)
  }
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

// What is looked at has to stand still: mail that a request writes itself would pass by whoever looks.
const refuseUnseen = async (tx: Tx, accountId: number) => {
  // Whether the account's emails wait for a look.
  const row = await tx.one<{ approved: boolean }>(
    'select is_approved as approved from accounts where id = $1',
    [accountId],
    'api-approved',
  )
  if (!row?.approved)
    throw refused('Your first emails are looked at before they leave. Until then please send one of them by its id.')
}

const insert = async (tx: Tx, accountId: number, at: Date, key: string, mail: ApiMail): Promise<number> => {
  const reader = await readerOf(tx, accountId, mail.to)
  const email = mail.template === undefined ? undefined : await templateNamed(tx, accountId, mail.template)
  if (!email) await refuseUnseen(tx, accountId)
  const from = mail.from?.address ?? email?.fromEmail ?? ''
  if (!(await isSendable(tx, accountId, from))) throw refused(notVerified(from))
  const content = email
    ? null
    : { ...(await written(tx, accountId, mail, reader)), from: mail.from, replyTo: mail.reply }
  const { personId, toAddress } = reader
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

/**
 * Sends a mail that a program asks for. The same key with the same request answers the first mail and sends nothing; with
 * another request it is 409.
 */
export const sendByApi = async (
  { db, clock, bell }: Pick<House, 'db' | 'clock' | 'bell'>,
  { mayUse }: Pick<DeliveryPorts, 'mayUse'>,
  accountId: number,
  mail: ApiMail,
  idempotencyKey: string | undefined,
): Promise<{ id: number; message: string }> => {
  const key = idempotencyKey ?? mail.messageId
  if (key !== undefined && (key.length > 255 || !key)) throw malformed('An Idempotency-Key has 1 to 255 characters.')
  return db.account(accountId, async (tx) => {
    if (mayUse && !(await mayUse(tx, accountId, 'transactionalEmails')))
      throw paymentRequired('Your plan does not include transactional emails.')
    const at = clock.now()
    const { messageId: _, ...request } = mail
    const [keyHash, requestHash] = [key === undefined ? undefined : sha(key), sha(JSON.stringify(request))]
    if (keyHash && !(await tx.run(TAKE, [accountId, keyHash, requestHash, at], 'api-take'))) {
      const known = await tx.one<{ requestHash: Buffer; sendId: number }>(KNOWN, [accountId, keyHash], 'api-known')
      if (!known?.requestHash.equals(requestHash)) throw conflict('This Idempotency-Key was used for another email.')
      return { id: known.sendId, message: ACCEPTED }
    }
    const id = await insert(tx, accountId, at, keyHash?.toString('hex') ?? randomUUID(), mail)
    if (keyHash) await tx.run(SETTLE, [accountId, keyHash, id], 'api-settle')
    await bell.ring(tx, 'sends', accountId)
    return { id, message: ACCEPTED }
  })
}
