import { type CallContext, gone, type House, notFound, refused, sendExport } from '@millrace/kit/server'
import { exportRecipient, readExportLink } from '@millrace/people/server'
import type { ObjectSelection } from '../../contract/index.ts'
import { findSchema } from '../schemas/schemaRows.ts'
import { OBJECT_EXPORTS } from './exportChunk.ts'
import type { Called, ObjectJobRow } from './jobRow.ts'
import { findObjectJob } from './objectJobs.ts'
import { type Asking, type BulkDone, mustName, queueWork } from './startJob.ts'

type Wanted = ObjectSelection & { notifyEmail?: string | undefined; attributes?: string[] | undefined }

const NO_EMAIL = "Can't send exported objects, since you have no email set."
const EXPIRED = 'This link no longer works. Please export the objects again.'

/** Queues an export of objects; its link is mailed when the file is there. */
export const exportObjects = (asking: Asking, { notifyEmail, attributes, ...selection }: Wanted): Promise<BulkDone> => {
  mustName(selection)
  const { house, accountId, objectName } = asking
  return house.db.system(async (tx) => {
    const schema = await findSchema(tx, house, accountId, objectName)
    const email = await exportRecipient(tx, asking, notifyEmail)
    if (!email) throw refused(NO_EMAIL)
    return queueWork(tx, asking, schema, { kind: 'export', selection }, { email, ...(attributes && { attributes }) })
  })
}

const send = (house: House, row: ObjectJobRow & Called, context: Pick<CallContext, 'reply'>) => {
  const day = (row.finishedAt ?? row.createdAt).toISOString().slice(0, 10)
  const name = `${row.displayNamePlural.toLowerCase().replace(/[^a-z0-9]+/g, '-') || 'objects'}-${day}`
  return sendExport(house, { key: row.fileKey ?? '', name, expired: EXPIRED }, context)
}

/** The file of an export of the caller's account; 404 where there is none that has one. */
export const downloadObjectExport = async (
  house: House,
  context: Pick<CallContext, 'accountId' | 'reply'>,
  id: number,
): Promise<AsyncIterable<string>> => {
  const row = await house.db.account(context.accountId, (tx) => findObjectJob(tx, context.accountId, id))
  if (row.status !== 'done' || !row.fileKey) throw notFound('There is no such export.')
  return send(house, row, context)
}

/** The file that a mailed link opens: whoever has the link may have it, until it is over. */
export const openObjectExportLink = async (
  house: House,
  context: Pick<CallContext, 'reply'>,
  token: string,
): Promise<AsyncIterable<string>> => {
  const link = readExportLink(house, OBJECT_EXPORTS, token)
  if (!link) throw gone(EXPIRED)
  const row = await house.db
    .account(link.accountId, (tx) => findObjectJob(tx, link.accountId, link.id))
    .catch(() => undefined)
  if (row?.status !== 'done' || row.fileKey !== link.key) throw gone(EXPIRED)
  return send(house, row, context)
}
