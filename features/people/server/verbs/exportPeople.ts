import { type CallContext, gone, type House, notFound, refused, sendExport, type Tx } from '@millrace/kit/server'
import type { Selection } from '../../contract/index.ts'
import { exportRecipient } from '../jobs/exportLetter.ts'
import { PEOPLE_EXPORTS, readExportLink } from '../jobs/exportLink.ts'
import type { SourceWanted } from '../jobs/exportSources.ts'
import { JOB_COLUMNS, type JobRow } from '../jobs/jobRow.ts'
import { type BulkDone, mustName, queueSource, type Starter } from '../jobs/startJob.ts'

type Caller = Pick<CallContext, 'accountId' | 'memberId'>
type Wanted = Selection & { notifyEmail?: string; attributes?: string[] }

const NO_EMAIL = "Can't send exported people, since you have no email set."

const FIND = `select ${JOB_COLUMNS} from people_jobs where account_id = $1 and id = $2`

/** Queues an export; its link is mailed when the file is there. */
export const exportPeople = (
  house: House,
  starter: Starter,
  caller: Caller,
  { notifyEmail, attributes, ...selection }: Wanted,
): Promise<BulkDone> => {
  mustName(selection)
  return house.db.system(async (tx) => {
    const email = await exportRecipient(tx, caller, notifyEmail)
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
  const email = await exportRecipient(tx, caller, notifyEmail)
  if (!email) throw refused(NO_EMAIL)
  const jobId = await queueSource(tx, house, caller.accountId, { ...source, title, total, email, by: caller.memberId })
  return { jobId, email }
}

const EXPIRED = 'This link no longer works. Please export the people again.'

const send = (house: House, row: JobRow, context: Pick<CallContext, 'reply'>): Promise<AsyncIterable<string>> => {
  const day = (row.finished_at ?? row.created_at).toISOString().slice(0, 10)
  return sendExport(house, { key: row.file_key ?? '', name: `people-${day}`, expired: EXPIRED }, context)
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
  const link = readExportLink(house, PEOPLE_EXPORTS, token)
  if (!link) throw gone(EXPIRED)
  const { accountId, id, key } = link
  const row = await house.db.account(accountId, (tx) => tx.one<JobRow>(FIND, [accountId, id]))
  if (row?.status !== 'done' || row.file_key !== key) throw gone(EXPIRED)
  return send(house, row, context)
}
