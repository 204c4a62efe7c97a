import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type CallContext, gone, type House, notFound, refused, type Tx } from '@millrace/kit/server'
import type { Selection } from '../../contract/index.ts'
import { pathOfExport } from '../jobs/exportFile.ts'
import { readExportLink } from '../jobs/exportLink.ts'
import type { SourceWanted } from '../jobs/exportSources.ts'
import { JOB_COLUMNS, type JobRow } from '../jobs/jobRow.ts'
import { type BulkDone, mustName, queueSource, type Starter } from '../jobs/startJob.ts'
import { readEmail } from '../rules/personKeys.ts'

type Caller = Pick<CallContext, 'accountId' | 'memberId'>
type Wanted = Selection & { notifyEmail?: string; attributes?: string[] }

const NO_EMAIL = "Can't send exported people, since you have no email set."

/** Whom a link goes to when nobody is named: the caller, else the account. */
const OWN_EMAIL = `
select coalesce((select nullif(m.email, '') from members m where m.id = $2), nullif(a.email, '')) as email
from accounts a where a.id = $1`

const FIND = `select ${JOB_COLUMNS} from people_jobs where account_id = $1 and id = $2`

const recipient = async (tx: Tx, { accountId, memberId }: Caller, notifyEmail: string | undefined) => {
  if (!notifyEmail?.trim()) return (await tx.one<{ email: string | null }>(OWN_EMAIL, [accountId, memberId]))?.email
  const { value, refusal } = readEmail(notifyEmail)
  if (refusal !== undefined) throw refused(refusal, [{ path: ['body', 'notifyEmail'], message: refusal }])
  return value
}

/** Queues an export; its link is mailed when the file is there. */
export const exportPeople = (
  house: House,
  starter: Starter,
  caller: Caller,
  { notifyEmail, attributes, ...selection }: Wanted,
): Promise<BulkDone> => {
  mustName(selection)
  return house.db.system(async (tx) => {
    const email = await recipient(tx, caller, notifyEmail)
    if (!email) throw refused(NO_EMAIL)
    const more = { by: caller.memberId, email, ...(attributes?.length && { attributes }) }
    return starter.queue(tx, caller.accountId, { kind: 'export', tags: [] }, selection, more)
  })
}

/** An export of people whom a source names: which, in words for the mail, about how many, and whom to mail it to. */
export type SourceAsked = { source: SourceWanted; title: string; total: number; notifyEmail?: string | undefined }

/** Queues an export of people whom a higher feature names, in the caller's transaction. */
export const exportSource = async (
  tx: Tx,
  house: House,
  caller: Caller,
  { source, title, total, notifyEmail }: SourceAsked,
): Promise<{ jobId: number; email: string }> => {
  const email = await recipient(tx, caller, notifyEmail)
  if (!email) throw refused(NO_EMAIL)
  const jobId = await queueSource(tx, house, caller.accountId, { ...source, title, total, email, by: caller.memberId })
  return { jobId, email }
}

const EXPIRED = 'This link no longer works. Please export the people again.'

const send = async (
  house: House,
  row: JobRow,
  { reply }: Pick<CallContext, 'reply'>,
): Promise<AsyncIterable<string>> => {
  const path = pathOfExport(house, row.file_key ?? '')
  const file = await stat(path).catch(() => undefined)
  if (!file) throw gone(EXPIRED)
  const day = (row.finished_at ?? row.created_at).toISOString().slice(0, 10)
  reply.headers({
    'content-disposition': `attachment; filename="people-${day}.csv"`,
    'content-length': file.size,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  const text = createReadStream(path)
  await reply.type('text/csv; charset=utf-8').send(text)
  return text
}

/** The file of an export of the caller's account; 404 where there is none that has one. */
export const downloadExport = async (
  house: House,
  context: Pick<CallContext, 'accountId' | 'reply'>,
  id: number,
): Promise<AsyncIterable<string>> => {
  const { accountId } = context
  const row = await house.db.account(accountId, (tx) => tx.one<JobRow>(FIND, [accountId, id]))
  if (row?.status !== 'done' || !row.file_key) throw notFound('There is no such export.')
  return send(house, row, context)
}

/** The file that a mailed link opens: whoever has the link may have it, until it is over. */
export const openExportLink = async (
  house: House,
  context: Pick<CallContext, 'reply'>,
  token: string,
): Promise<AsyncIterable<string>> => {
  const link = readExportLink(house, token)
  if (!link) throw gone(EXPIRED)
  const { accountId, id, key } = link
  const row = await house.db.account(accountId, (tx) => tx.one<JobRow>(FIND, [accountId, id]))
  if (row?.status !== 'done' || row.file_key !== key) throw gone(EXPIRED)
  return send(house, row, context)
}
