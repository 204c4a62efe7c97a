import type { CallContext } from '@millrace/kit/server'
import type { ExportSource } from '@millrace/people/server'
import { z } from 'zod'
import { FIGURE_NAMES, type FigureName } from '../../contract/index.ts'
import { countFigures } from '../figures/count.ts'
import { isWaiting, wordsOf } from '../figures/words.ts'
import type { Broadcasts } from '../ports.ts'
import { type BroadcastRow, broadcastRow } from '../store/rows.ts'
import { type Behind, peopleBehind } from './behind.ts'

/** What the port of exports is called. */
export const BROADCAST_EXPORT = 'broadcasts'

const Wanted = z.object({
  id: z.number(),
  figure: z.enum(FIGURE_NAMES),
  why: z.string().optional(),
  variantId: z.string().optional(),
})

/** The lines of an export of the people behind a figure of a broadcast. */
export const broadcastPeopleExport: ExportSource = {
  columns: () => ['Broadcast', 'Variant', 'State', 'Reason', 'At'],
  next: async (tx, accountId, given, place, limit) => {
    const { id, ...behind } = Wanted.parse(given)
    const row = await broadcastRow(tx, accountId, id)
    const found = await peopleBehind(tx, row, behind, Number(place || 0), limit)
    const hasVariants = row.abTest?.enabled ?? false
    return {
      rows: found.map(({ personId, variant, state, why, at }) => ({
        personId,
        cells: [
          row.name,
          hasVariants ? String.fromCharCode(65 + variant) : '',
          state ?? '',
          why === null ? '' : wordsOf(why, isWaiting(state)),
          at?.toISOString() ?? '',
        ],
      })),
      place: found.length === limit ? String(found.at(-1)?.place ?? '') : '',
    }
  },
}

const TITLES: Readonly<Record<FigureName, string>> = {
  entered: 'The audience',
  sent: 'Who got',
  delivered: 'Who got',
  opened: 'Who opened',
  'not-opened': 'Who did not open',
  clicked: 'Who clicked in',
  'not-clicked': 'Who did not click in',
  unsubscribed: 'Who unsubscribed from',
  bounced: 'Whose mail bounced of',
  complained: 'Who complained about',
  waiting: 'Who waits for',
  failed: 'Whose mail failed of',
  uncertain: 'Whose mail is uncertain of',
  excluded: 'Who was left out of',
}

const totalOf = (row: BroadcastRow, figure: FigureName, figures: Awaited<ReturnType<typeof countFigures>>): number => {
  if (figure === 'entered') return row.entered
  if (figure === 'excluded') {
    const neverPlanned = row.status === 'canceled' ? Math.max(row.entered - row.planned, 0) : 0
    return row.excluded + figures.skipped + neverPlanned
  }
  if (figure === 'not-opened') return Math.max(figures.delivered - figures.opened, 0)
  if (figure === 'not-clicked') return Math.max(figures.delivered - figures.clicked, 0)
  return figures[figure]
}

type Answer = { message: string; email: string | null; jobId: number | null }

/** Queues an export of them, whose link is mailed. */
export const exportBroadcastPeople = (
  { house, ports }: Broadcasts,
  caller: Pick<CallContext, 'accountId' | 'memberId'>,
  id: number,
  { notifyEmail, ...behind }: Behind & { notifyEmail?: string | undefined },
): Promise<Answer> =>
  house.db.system(async (tx) => {
    const row = await broadcastRow(tx, caller.accountId, id)
    const figures = await countFigures(tx, row)
    const queued = await ports.queueExport(tx, caller, {
      source: { name: BROADCAST_EXPORT, wanted: { id, ...behind } },
      title: `${TITLES[behind.figure]} “${row.name}”.`,
      total: totalOf(row, behind.figure, figures),
      notifyEmail,
    })
    return { message: `The export will be emailed to ${queued.email} shortly.`, ...queued }
  })
