import { isSendable, notVerified } from '@millrace/delivery/server'
import { refused, type Tx, unavailable } from '@millrace/kit/server'
import { isBeingBuilt } from '@millrace/segments/server'
import { NO_AUDIENCE, NO_EMAIL } from '../../contract/index.ts'
import type { BroadcastRow } from '../store/rows.ts'
import { problemOfTest } from './checkTest.ts'
import { contentsOf } from './contents.ts'

/** An email as sending asks about it. */
type Mail = { id: number; name: string; fromEmail: string; isArchived: boolean; isRefused: boolean }

/** What emails send at present, and from where. */
const MAILS = `select e.id, e.name, v.from_email as "fromEmail", e.archived_at is not null as "isArchived",
    e.can_spam_compliance = 'rejected' as "isRefused"
  from emails e join email_versions v on v.account_id = $1 and v.email_id = e.id and v.version = e.version
  where e.account_id = $1 and e.id = any($2::bigint[])`

/** Whether a segment is there. */
const SEGMENT = `select s.name from segments s where s.account_id = $1 and s.id = $2 and s.object_name = 'person'`

const BUILDING = 'Segment is still building 🏗. Please try again in a few minutes.'

const checkMails = async (tx: Tx, row: BroadcastRow): Promise<string | undefined> => {
  const contents = contentsOf(row)
  const asked = [...contents.map(({ emailId }) => emailId), row.followUp?.emailId ?? null]
  const ids = [...new Set(asked.filter((id) => id !== null))]
  const mails = new Map((await tx.rows<Mail>(MAILS, [row.accountId, ids])).map((mail) => [mail.id, mail]))
  for (const { emailId, fromEmail } of contents) {
    const mail = emailId === null ? undefined : mails.get(emailId)
    if (!mail) return NO_EMAIL
    if (mail.isArchived) return `“${mail.name}” is archived. Bring it back, or choose another email.`
    if (mail.isRefused) return `“${mail.name}” was looked at and may not be sent. Change what is said there first.`
    const from = fromEmail ?? mail.fromEmail
    if (!from || !(await isSendable(tx, row.accountId, from))) return notVerified(from)
  }
  const followUp = row.followUp?.emailId
  return followUp && (mails.get(followUp)?.isArchived ?? true) ? 'Choose another email for the follow-up.' : undefined
}

/** What keeps a broadcast from being sent, in words; undefined where nothing does. */
export const problemOf = async (tx: Tx, row: BroadcastRow): Promise<string | undefined> => {
  if (row.emailId === null) return NO_EMAIL
  const problem = (row.abTest && problemOfTest(row.abTest)) ?? (await checkMails(tx, row))
  if (problem) return problem
  if (row.segmentId === null) return NO_AUDIENCE
  const segment = await tx.one(SEGMENT, [row.accountId, row.segmentId])
  return segment ? undefined : NO_AUDIENCE
}

/** True while it is being worked out who is in the segment of a broadcast, or in one that this asks about. */
export const isBuilding = async (tx: Tx, row: Pick<BroadcastRow, 'accountId' | 'segmentId'>): Promise<boolean> =>
  row.segmentId !== null && isBeingBuilt(tx, row.accountId, row.segmentId)

/** Refuses a broadcast that cannot be sent. */
export const refuseUnready = async (tx: Tx, row: BroadcastRow): Promise<void> => {
  const problem = await problemOf(tx, row)
  if (problem) throw refused(problem)
}

/** Refuses to begin at once while nobody knows who is in the segment; what is scheduled waits until it is known. */
export const refuseWhileBuilding = async (tx: Tx, row: BroadcastRow): Promise<void> => {
  if (await isBuilding(tx, row)) throw unavailable(BUILDING)
}
