import type { CallContext, House, Tx } from '@millrace/kit/server'
import type { ExportSource, QueueExport } from '@millrace/people/server'
import { z } from 'zod'
import { MAIL_EVENTS, type MailEventType } from '../../contract/index.ts'
import { type Asked, filterOf } from './emailStats.ts'
import { emailNames, emailNamesOf } from './listMailEvents.ts'
import { placeOf, readMailEvents } from './mailEvents.ts'
import { readMailRange } from './mailRange.ts'
import { type FigureRow, readFigures, sumFigures } from './readFigures.ts'

/** What the port of exports is called. */
export const MAIL_EXPORT = 'mail'

const Ids = z.array(z.number()).optional()
const Wanted = z.object({
  type: z.enum(MAIL_EVENTS),
  filter: z.object({ emailId: Ids, flowId: Ids, stepId: Ids, broadcastId: Ids, variantId: Ids }),
  from: z.coerce.date(),
  to: z.coerce.date(),
})

const MORE: Partial<Record<MailEventType, { title: string; of: 'url' | 'reason' }>> = {
  clicked: { title: 'Link', of: 'url' },
  bounced: { title: 'Reason', of: 'reason' },
}

/** The lines of an export of who did what with mail; what machines did is left out. */
export const mailEventsExport: ExportSource = {
  columns: (given) => {
    const { type } = Wanted.parse(given)
    const more = MORE[type]
    return ['Email', `${type[0]?.toUpperCase()}${type.slice(1)} at`, ...(more ? [more.title] : [])]
  },
  next: async (tx, accountId, given, place, limit) => {
    const wanted = Wanted.parse(given)
    const rows = await readMailEvents(tx, accountId, { ...wanted, withMachines: false }, place, limit)
    const emails = await emailNamesOf(tx, accountId, rows)
    const more = MORE[wanted.type]
    const last = rows.at(-1)
    return {
      rows: rows.map(({ personId, props, at }) => ({
        personId,
        cells: [emails.get(props.emailId ?? 0) ?? '', at.toISOString(), ...(more ? [props[more.of] ?? ''] : [])],
      })),
      place: last && rows.length === limit ? placeOf(last) : '',
    }
  },
}

/** The figure that counts what an export lists. */
const COUNTED: Record<MailEventType, keyof FigureRow> = {
  sent: 'accepted',
  delivered: 'delivered',
  opened: 'opens',
  clicked: 'clicks',
  bounced: 'bounced',
  complained: 'complained',
  unsubscribed: 'unsubscribed',
  replied: 'replied',
}

const TITLES: Record<MailEventType, string> = {
  sent: 'Who was sent',
  delivered: 'Who received',
  opened: 'Who opened',
  clicked: 'Who clicked in',
  bounced: 'Who could not be reached by',
  complained: 'Who complained about',
  unsubscribed: 'Who unsubscribed by',
  replied: 'Who answered',
}

/** What the mail of an export is called. */
const mailOf = async (tx: Tx, accountId: number, ids: readonly number[] = []) => {
  const [only] = ids
  if (only === undefined) return 'any email'
  if (ids.length > 1) return `${ids.length} emails`
  const name = (await emailNames(tx, accountId, ids)).get(only)
  return name ? `“${name}”` : 'one email'
}

type Body = Asked & { type: MailEventType; notifyEmail?: string | undefined }

/** Queues an export of who did what with mail, whose link is mailed. */
export const exportMailEvents = (
  house: House,
  queueExport: QueueExport,
  caller: Pick<CallContext, 'accountId' | 'memberId'>,
  { type, notifyEmail, ...asked }: Body,
): Promise<{ message: string; email: string | null; jobId: number | null }> =>
  house.db.system(async (tx) => {
    const { accountId } = caller
    const { from, to, startDate, endDate } = await readMailRange(tx, house, accountId, asked)
    const filter = filterOf(asked)
    const sum = sumFigures(await readFigures(tx, accountId, [from, to], filter))
    const days = startDate === endDate ? startDate : `${startDate} to ${endDate}`
    const which = await mailOf(tx, accountId, asked.emailIds)
    const queued = await queueExport(tx, caller, {
      source: { name: MAIL_EXPORT, wanted: { type, filter, from: from.toISOString(), to: to.toISOString() } },
      title: `${TITLES[type]} ${which}, ${days}.`,
      total: sum[COUNTED[type]],
      notifyEmail,
    })
    return { message: `The export will be emailed to ${queued.email} shortly.`, ...queued }
  })
