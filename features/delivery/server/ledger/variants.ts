import { createHash } from 'node:crypto'
import { type Template, templateOf } from '@millrace/emails/server'
import type { House, Tx } from '@millrace/kit/server'

/** A way in which an email goes out: its version and what differs from it. */
export type Variant = {
  emailId: number
  /** Absent: whichever version is saved when the mail leaves. */
  version?: number | undefined
  subject?: string | undefined
  preheader?: string | undefined
  fromName?: string | undefined
  fromEmail?: string | undefined
}

type Row = { version: number | null } & Record<'subject' | 'preheader' | 'fromName' | 'fromEmail', string | null>

const MOST_KNOWN = 1000
const known = new Map<string, Row>()

const wordsOf = ({ version, subject, preheader, fromName, fromEmail }: Variant): Row => ({
  version: version ?? null,
  subject: subject ?? null,
  preheader: preheader ?? null,
  fromName: fromName ?? null,
  fromEmail: fromEmail ?? null,
})

/** Keeps a way of sending, once for the same words. */
const KEEP = `insert into mail_variants (account_id, email_id, email_version, subject, preheader, from_name, from_email, hash, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (account_id, email_id, hash) do nothing`

const FIND = `select id from mail_variants where account_id = $1 and email_id = $2 and hash = $3`

/** The id of a way in which an email goes out: the same for the same content, 0 for the email as it is saved. */
export const variantOf = async (
  { clock }: Pick<House, 'clock'>,
  tx: Tx,
  accountId: number,
  variant: Variant,
): Promise<number> => {
  const { version, subject, preheader, fromName, fromEmail } = wordsOf(variant)
  const words = [version, subject, preheader, fromName, fromEmail]
  if (words.every((word) => word === null)) return 0
  const hash = createHash('sha256').update(JSON.stringify(words)).digest()
  const find = () => tx.one<{ id: number }>(FIND, [accountId, variant.emailId, hash], 'variant-find')
  const there = await find()
  if (there) return there.id
  await tx.run(KEEP, [accountId, variant.emailId, ...words, hash, clock.now()], 'variant-keep')
  return (await find())?.id ?? 0
}

/** One way of sending, which never changes. */
const READ = `select email_version as version, subject, preheader, from_name as "fromName", from_email as "fromEmail"
  from mail_variants where account_id = $1 and id = $2 and email_id = $3`

const readVariant = async (tx: Tx, accountId: number, emailId: number, id: number): Promise<Row | undefined> => {
  const key = `${accountId}:${emailId}:${id}`
  const row = known.get(key) ?? (await tx.one<Row>(READ, [accountId, id, emailId], 'variant-read'))
  if (!row) return undefined
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(key, row)
  return row
}

/** An email ready to be sent in one of its ways, or undefined where there is no such email or way. */
export const templateInWay = async (
  tx: Tx,
  accountId: number,
  emailId: number,
  variantId: number,
  /** The version that a mail was made from, where it has left. */
  sent?: number,
): Promise<Template | undefined> => {
  if (!variantId) return templateOf(tx, accountId, emailId, sent)
  const row = await readVariant(tx, accountId, emailId, variantId)
  if (!row) return undefined
  const { version, ...own } = row
  const differs = Object.values(own).some((word) => word !== null)
  return templateOf(tx, accountId, emailId, version ?? sent, differs ? { key: `v${variantId}`, ...own } : undefined)
}
