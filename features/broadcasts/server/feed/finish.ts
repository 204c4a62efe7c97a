import type { House, Tx } from '@millrace/kit/server'
import { countFigures } from '../figures/count.ts'
import { afterPeriod } from '../rules/moments.ts'
import { type BroadcastRow, writeBroadcast } from '../store/rows.ts'

/** Why most of an audience did not get a broadcast that nobody got. */
const WORST = `select w.why from (
    select r.why from broadcast_recipients r where r.account_id = $1 and r.broadcast_id = $2 and r.why is not null
    union all
    select s.why from sends s where s.account_id = $1 and s.broadcast_id = $2 and s.state in ('skipped', 'failed')
  ) w group by w.why order by count(*) desc, w.why limit 1`

const NOBODY = 'Nobody in the audience could be written to'

const problemOf = async (tx: Tx, row: BroadcastRow): Promise<string> => {
  const worst = await tx.one<{ why: string | null }>(WORST, [row.accountId, row.id])
  return worst?.why ? `${NOBODY}: ${worst.why.replace(/\.$/, '')}.` : `${NOBODY}.`
}

/** Ends a broadcast whose last mail has left or will not leave: sent, or failed where none could. */
export const finish = async (tx: Tx, house: House, row: BroadcastRow): Promise<BroadcastRow> => {
  const now = house.clock.now()
  const figures = await countFigures(tx, row)
  const isSent = figures.sent + figures.uncertain > 0
  const { followUp } = row
  const follows = isSent && followUp !== null && row.parentId === null
  return writeBroadcast(tx, row, {
    status: isSent ? 'sent' : 'failed',
    problem: isSent ? null : await problemOf(tx, row),
    endedAt: now,
    exited: row.entered,
    followUpAt: follows ? afterPeriod(now, followUp.time.period, followUp.time.periodType) : null,
    metric: figures,
    metricAt: now,
    revision: row.revision + 1,
    updatedAt: now,
  })
}
