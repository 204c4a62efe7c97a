import { type House, likeSearch, notFound } from '@millrace/kit/server'
import { simpleParser } from 'mailparser'
import type { MailboxEntry, MailboxMail } from '../../contract/index.ts'
import type { View } from './access.ts'
import { decodeWords, readHeaders } from './readMail.ts'

type Row = Omit<MailboxEntry, 'receivedAt' | 'to'> & { receivedAt: Date; to: string[] }

const COLUMNS = `m.id, m.account_id as "accountId", m.received_at as "receivedAt", coalesce(nullif(m.from_header, ''), m.mail_from) as "from",
  m.rcpt_to as "to", m.subject, m.snippet, m.size, m.read_at is not null as "isRead"`

/** Rows of one account, or of all for those who may see everything. */
const VISIBLE = {
  one: 'm.account_id = $1',
  all: '/* across accounts: seen at the machine itself, or by an administrator */ $1::int is null',
}
const MATCHES = `($2::text is null or m.subject ilike $2 or m.from_header ilike $2 or array_to_string(m.rcpt_to, ' ') ilike $2)`

/** Mails of one account, or of all, newest first. */
const list = (visible: string) => `select ${COLUMNS} from mailbox_mails m
  where ${visible} and ${MATCHES} and ($3::bigint is null or m.id < $3)
  order by m.received_at desc, m.account_id, m.id desc limit $4`

const shown = (row: Row): MailboxEntry => ({ ...row, receivedAt: row.receivedAt.toISOString() })
const ownerOf = (view: View) => ('isAll' in view ? null : view.accountId)
const visibleTo = (view: View) => ('isAll' in view ? VISIBLE.all : VISIBLE.one)

/** The newest mails that a view shows and a search finds. */
export const listMails = (
  house: House,
  view: View,
  { q, before, limit = 50 }: { q?: string; before?: number; limit?: number },
): Promise<{ mails: MailboxEntry[]; total: number; hasMore: boolean }> =>
  house.db.system(async (tx) => {
    const narrowed = [ownerOf(view), likeSearch(q) || null]
    const rows = await tx.rows<Row>(list(visibleTo(view)), [...narrowed, before ?? null, limit + 1])
    // How many there are in all.
    const count = await tx.one<{ total: number }>(
      `select count(*)::int as total from mailbox_mails m where ${visibleTo(view)} and ${MATCHES}`,
      narrowed,
    )
    return { mails: rows.slice(0, limit).map(shown), total: count?.total ?? 0, hasMore: rows.length > limit }
  })

/** One mail that a view shows, which counts as read from now on. */
const openSql = (visible: string) =>
  `update mailbox_mails m set read_at = coalesce(m.read_at, $3) where ${visible} and m.id = $2
  returning ${COLUMNS}, m.raw`

const open = async (house: House, view: View, id: number) => {
  const row = await house.db.system((tx) =>
    tx.one<Row & { raw: Buffer }>(openSql(visibleTo(view)), [ownerOf(view), id, house.clock.now()]),
  )
  if (!row) throw notFound('There is no such mail.')
  return row
}

/** One mail, taken apart. */
export const readMail = async (house: House, view: View, id: number): Promise<MailboxMail> => {
  const { raw, ...row } = await open(house, view, id)
  const mail = await simpleParser(raw, { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true })
  const source = raw.toString('latin1')
  const headers = readHeaders(source).map(({ name, value }) => ({ name, value: decodeWords(value) }))
  const list = headers.find(({ name }) => name.toLowerCase() === 'list-unsubscribe')?.value
  return {
    ...shown(row),
    htmlUrl: mail.html ? `/v1/mailbox/${id}/html` : null,
    text: mail.text ?? null,
    headers,
    source,
    unsubscribe: /<(https?:[^>]+)>/.exec(list ?? '')?.[1] ?? null,
    attachments: mail.attachments.map(({ filename, contentType, size }) => ({
      name: filename ?? 'unnamed',
      type: contentType,
      size,
    })),
  }
}

/** The HTML of a mail, whose links open elsewhere. */
export const mailHtml = async (house: House, view: View, id: number): Promise<string> => {
  const { raw } = await open(house, view, id)
  const mail = await simpleParser(raw, { skipHtmlToText: true, skipTextToHtml: true })
  const html = mail.html || ''
  const base = '<base target="_blank" rel="noreferrer">'
  // Before the doctype it would change how the whole mail is laid out.
  const opening = [/<head\b[^>]*>/i, /<html\b[^>]*>/i, /<!doctype\b[^>]*>/i].find((one) => one.test(html))
  return opening ? html.replace(opening, (tag) => tag + base) : base + html
}
