import { withUtms } from '@millrace/accounts/contract'
import { fillWords, type MailPerson, mailPeople, objectKindsIn, problemOfText } from '@millrace/emails/server'
import { notFound, refused, type Tx, tooMany } from '@millrace/kit/server'
import type { ApiMail } from '../../contract/index.ts'
import { NAMELESS } from '../compose/dataFor.ts'
import { utmsOfEmail, utmsOfReader } from '../compose/mailUtms.ts'
import { readAccount } from '../ledger/facts.ts'
import type { OwnContent } from '../ledger/row.ts'
import { isSendable, notVerified } from '../senders/verifiedSenders.ts'

type Reader = { personId: number; toAddress: string | null }

/** Who is written to, by address or by the caller's own id. */
export const readerOf = async (tx: Tx, accountId: number, to: ApiMail['to']): Promise<Reader> => {
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

/** What the words of a mail are filled with. */
export type ForWords = { person: MailPerson; account: Awaited<ReturnType<typeof readAccount>> }

const NOBODY: MailPerson = { id: 0, email: '', fields: {}, tags: [] }

/** Reads what the words that come with a mail are filled with; refuses a mail that may not go. */
export const readForWords = async (tx: Tx, accountId: number, mail: ApiMail): Promise<ForWords> => {
  const { to, from, subject = '', html = '', text = '', UTMTags = {} } = mail
  const { personId } = await readerOf(tx, accountId, to)
  await refuseUnseen(tx, accountId)
  if (!(await isSendable(tx, accountId, from?.address ?? ''))) throw refused(notVerified(from?.address ?? ''))
  const kinds = objectKindsIn([subject, html, text, ...Object.values(UTMTags).map(String)])
  const person = personId ? (await mailPeople(tx, accountId, [personId], kinds)).get(personId) : undefined
  const account = await readAccount(tx, accountId)
  return { person: person ?? { ...NOBODY, email: typeof to === 'string' ? to : '' }, account }
}

/** An account that has more mails than these filled at the same time is asked to come again. */
const MOST_AT_ONCE = 20
const AGAIN_SECONDS = 2
const underWay = new Map<number, number>()

const amongFew = async <T>(accountId: number, work: () => Promise<T>): Promise<T> => {
  const before = underWay.get(accountId) ?? 0
  if (before >= MOST_AT_ONCE)
    throw tooMany('Too many emails that take long to be filled. Please send fewer at the same time.', AGAIN_SECONDS)
  underWay.set(accountId, before + 1)
  try {
    return await work()
  } finally {
    const left = (underWay.get(accountId) ?? 1) - 1
    if (left) underWay.set(accountId, left)
    else underWay.delete(accountId)
  }
}

const BARE = { preheader: '', fromName: '', replyName: '' }

/** The words that come with a mail as its reader gets them. */
export const filledWords = async (accountId: number, mail: ApiMail, read: ForWords): Promise<OwnContent> => {
  const { subject = '', html = '', text, templateProperties, UTMTags, from, reply } = mail
  const { person, account } = read
  const data = { person, account: account ?? NAMELESS, event: templateProperties }
  const utms = utmsOfReader({ ...utmsOfEmail(account?.linkUTMs ?? {}, undefined), ...UTMTags }, data)
  const slots = { unsubscribeUrl: '', link: (_index: number, url: string) => withUtms(url, utms) }
  try {
    const words = { accountId, ...BARE, subject, html, text }
    const { mail: made } = await amongFew(accountId, () => fillWords(words, data, slots))
    return {
      ...{ subject: made.subject, text: made.text, html: text === undefined ? made.html : '' },
      ...(from && { from }),
      ...(reply && { replyTo: reply }),
    }
  } catch (error) {
    const problem = problemOfText(error)
    throw problem === undefined ? error : refused(`Couldn't process Liquid tags: ${problem}`)
  }
}
