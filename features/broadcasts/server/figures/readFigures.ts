import { type House, malformed, type Tx } from '@millrace/kit/server'
import { type BroadcastFigures, hasFigures, METRICS_CHUNK } from '../../contract/index.ts'
import { BROADCAST_COLUMNS, type BroadcastRow, writeBroadcast } from '../store/rows.ts'
import { isStale } from '../store/shape.ts'
import { countFigures, noFigures } from './count.ts'

/** Some broadcasts, in the order in which they were sent. */
const SOME = `select ${BROADCAST_COLUMNS} from broadcasts b where b.account_id = $1 and b.id = any($2::bigint[])
  order by b.send_at desc nulls last, b.id desc, b.account_id`

/** The figures of a broadcast: those that were counted a moment ago, or counted anew and kept. */
export const freshFigures = async (tx: Tx, row: BroadcastRow, now: Date): Promise<BroadcastFigures> => {
  if (row.metric && !isStale(row, now)) return { ...noFigures(), ...row.metric }
  if (!row.startedAt) return noFigures()
  const metric = await countFigures(tx, row)
  await writeBroadcast(tx, row, { metric, metricAt: now })
  return metric
}

/** Figures of some broadcasts; those that have not begun have none. */
export const readFigures = (
  house: House,
  accountId: number,
  ids: readonly number[],
): Promise<(BroadcastFigures & { id: number })[]> => {
  if (ids.length > METRICS_CHUNK) throw malformed(`Ask for ${METRICS_CHUNK} broadcasts at the most.`)
  return house.db.account(accountId, async (tx) => {
    const rows = await tx.rows<BroadcastRow>(SOME, [accountId, ids])
    const figures: (BroadcastFigures & { id: number })[] = []
    for (const row of rows) {
      if (hasFigures(row.status) || row.startedAt)
        figures.push({ id: row.id, ...(await freshFigures(tx, row, house.clock.now())) })
    }
    return figures
  })
}
