import { isSendable, notVerified } from '@millrace/delivery/server'
import { refused, type Tx, unavailable } from '@millrace/kit/server'
import { isBeingBuilt } from '@millrace/segments/server'
import { NO_AUDIENCE, NO_EMAIL, type Problem } from '../../contract/index.ts'
import type { BroadcastRow } from '../store/rows.ts'
import { problemOfTest } from './checkTest.ts'
import { type Content, contentsOf } from './contents.ts'

/** An email as sending asks about it. */
type Mail = {
  id: number
  name: string
  fromEmail: string
  isArchived: boolean
  isRefused: boolean
  isTransactional: boolean
}

/** What emails send at present, and from where. */
const MAILS = `select e.id, e.name, v.from_email as "fromEmail", e.archived_at is not null as "isArchived",
    e.can_spam_compliance = 'rejected' as "isRefused",
    e.is_transactional or coalesce(c.type = 'transactional', false) as "isTransactional"
  from emails e join email_versions v on v.account_id = $1 and v.email_id = e.id and v.version = e.version
    left join communication_categories c on c.account_id = $1 and c.id = e.communication_category_id
  where e.account_id = $1 and e.id = any($2::bigint[])`

/** Whether a segment is there. */
const SEGMENT = `select s.name from segments s where s.account_id = $1 and s.id = $2 and s.object_name = 'person'`

const BUILDING = 'Segment is still building 🏗. Please try again in a few minutes.'

const NO_MAILING_ADDRESS = 'Your mailing address is empty. In many countries the law asks for it in such mail.'

const problem = (of: Problem['of'], words: string): Problem => ({ of, words, isAdvice: false })

const ofMail = async (tx: Tx, accountId: number, { fromEmail }: Content, mail: Mail | undefined) => {
  if (!mail) return [problem('email', NO_EMAIL)]
  if (mail.isArchived) return [problem('email', `“${mail.name}” is archived. Bring it back, or choose another email.`)]
  if (mail.isRefused)
    return [problem('email', `“${mail.name}” was looked at and may not be sent. Change what is said there first.`)]
  const from = fromEmail ?? mail.fromEmail
  return from && (await isSendable(tx, accountId, from)) ? [] : [problem('sender', notVerified(from))]
}

const readMails = async (tx: Tx, row: BroadcastRow): Promise<Map<number, Mail>> => {
  const asked = [...contentsOf(row).map(({ emailId }) => emailId), row.followUp?.emailId ?? null]
  const ids = [...new Set(asked.filter((id) => id !== null))]
  return new Map((await tx.rows<Mail>(MAILS, [row.accountId, ids])).map((mail) => [mail.id, mail]))
}

const ofMails = async (tx: Tx, row: BroadcastRow, mails: ReadonlyMap<number, Mail>): Promise<Problem[]> => {
  const found: Problem[] = []
  // A variant without an email is the test's problem.
  for (const content of contentsOf(row).filter(({ emailId }) => emailId !== null))
    found.push(...(await ofMail(tx, row.accountId, content, mails.get(content.emailId ?? 0))))
  const followUp = row.followUp?.emailId
  if (followUp && (mails.get(followUp)?.isArchived ?? true))
    found.push(problem('followUp', 'Choose another email for the follow-up.'))
  return found.filter(({ words }, index) => found.findIndex((one) => one.words === words) === index)
}

const ofAudience = async (tx: Tx, { accountId, segmentId }: BroadcastRow): Promise<Problem[]> =>
  segmentId !== null && (await tx.one(SEGMENT, [accountId, segmentId])) ? [] : [problem('audience', NO_AUDIENCE)]

// Marketing mail without one is sent all the same: whether the law asks for it depends on where people live.
const ofAddress = async (tx: Tx, row: BroadcastRow, mails: ReadonlyMap<number, Mail>): Promise<Problem[]> => {
  const isMarketing = contentsOf(row).some(({ emailId }) => mails.get(emailId ?? 0)?.isTransactional === false)
  // What stands at the foot of the account's mail.
  const account = await tx.one<{ address: string }>(`select mailing_address as address from accounts where id = $1`, [
    row.accountId,
  ])
  return isMarketing && !account?.address.trim() ? [{ ...problem('address', NO_MAILING_ADDRESS), isAdvice: true }] : []
}

/** All that keeps a broadcast from being sent, the first to set right first; then what is better set right. */
export const problemsOf = async (tx: Tx, row: BroadcastRow): Promise<Problem[]> => {
  const mails = await readMails(tx, row)
  const inTest = row.emailId !== null && row.abTest ? problemOfTest(row.abTest) : undefined
  const content = row.emailId === null ? [problem('email', NO_EMAIL)] : await ofMails(tx, row, mails)
  return [
    ...(inTest ? [problem('test', inTest)] : []),
    ...content,
    ...(await ofAudience(tx, row)),
    ...(await ofAddress(tx, row, mails)),
  ]
}

/** What keeps a broadcast from being sent, in words; undefined where nothing does. */
export const problemOf = async (tx: Tx, row: BroadcastRow): Promise<string | undefined> =>
  (await problemsOf(tx, row)).find(({ isAdvice }) => !isAdvice)?.words

/** True while it is being worked out who is in the segment of a broadcast, or in one that this asks about. */
export const isBuilding = async (tx: Tx, row: Pick<BroadcastRow, 'accountId' | 'segmentId'>): Promise<boolean> =>
  row.segmentId !== null && isBeingBuilt(tx, row.accountId, row.segmentId)

/** Refuses a broadcast that cannot be sent. */
export const refuseUnready = async (tx: Tx, row: BroadcastRow): Promise<void> => {
  const words = await problemOf(tx, row)
  if (words) throw refused(words)
}

/** Refuses to begin at once while nobody knows who is in the segment; what is scheduled waits until it is known. */
export const refuseWhileBuilding = async (tx: Tx, row: BroadcastRow): Promise<void> => {
  if (await isBuilding(tx, row)) throw unavailable(BUILDING)
}
