import { type Loop, type LoopResult, recordChanges } from '@millrace/kit/jobs'
import type { House, Tx } from '@millrace/kit/server'
import { isBeingBuilt } from '@millrace/segments/server'
import { latestOccurrence } from '../../contract/clock/occurrences.ts'
import { accountsBehind, reconcile } from './reconcile.ts'
import { COLUMNS, type ScheduleRow, scheduleOf, TIMES } from './schedule.ts'
import { LOOK_MS, TURN } from './schedulesReactor.ts'
import { sweepRows } from './sweepRows.ts'

/** A turn that has not ended for so long is lost. */
const LOST_MS = 10 * 60_000
/** So long a segment that is being worked out is waited for. */
const PATIENCE_MS = 10 * 60_000
const AGAIN_MS = 500

/** When the next schedule of each account is due: at once where a walk or a build is under way. $1 is now, $2 since when turns are not lost. */
const nearestOf = (account: string, which: string) => `select /* ${which} */ s.account_id as "accountId",
    min(case when s.walk_at is not null or s.built_to is not null then $1::timestamptz else least(s.next_at, d.due_at) end) as at
  from flow_schedules s join flows f on f.account_id = s.account_id and f.id = s.flow_id
  left join lateral (
    select e.due_at from flow_dates e
    where s.is_dated and e.account_id = ${account} and e.step_id = s.step_id and e.generation = s.generation
    order by e.account_id, e.step_id, e.generation, e.due_at limit 1
  ) d on true
  where s.account_id = ${account} and s.is_live and f.status = 'on' and f.archived_at is null
    and (s.queued_at is null or s.queued_at < $2)
  group by s.account_id`

const NEAREST_OF_ALL = nearestOf('f.account_id', 'across accounts: whose schedules are due when')
const NEAREST = nearestOf('$3', 'of one account')

/** Schedules that have something to do now. */
const DUE = `select ${COLUMNS} from flow_schedules s join flows f on f.account_id = s.account_id and f.id = s.flow_id
  where s.account_id = $1 and s.is_live and f.status = 'on' and f.archived_at is null and (s.queued_at is null or s.queued_at < $3)
    and (s.walk_at is not null or s.built_to is not null or s.next_at <= $2 or (s.is_dated and exists (
      select 1 from flow_dates d
      where d.account_id = $1 and d.step_id = s.step_id and d.generation = s.generation and d.due_at <= $2)))
  order by s.account_id, s.step_id for update of s skip locked`

const BEGIN = `update flow_schedules set queued_at = $3, walk_at = $4, next_at = $5, walked_to = case when $6 then 0 else walked_to end,
    walked = case when $6 then 0 else walked end
  where account_id = $1 and step_id = $2`

type Nearest = { accountId: number; at: Date | null }

/** Begins the last time that has come. Answers false where its segment is not ready. */
const beginOne = async (tx: Tx, accountId: number, row: ScheduleRow, now: Date): Promise<boolean> => {
  const schedule = scheduleOf(row, row.stepId)
  let { walkAt, nextAt } = row
  const isNew = !walkAt && nextAt !== null && nextAt <= now && schedule?.by === 'clock'
  if (isNew && nextAt && schedule?.by === 'clock') {
    const { segmentId } = schedule
    if (now.getTime() - nextAt.getTime() < PATIENCE_MS && (await isBeingBuilt(tx, accountId, segmentId))) return false
    const counting = { zone: row.zone, anchor: row.anchor }
    walkAt = latestOccurrence(nextAt, now, (after) => schedule.next(after, counting))
    nextAt = schedule.next(walkAt, counting) ?? null
  }
  await tx.run(BEGIN, [accountId, row.stepId, now, walkAt, nextAt, isNew], 'flow-times-begin-schedule')
  return true
}

/** Puts a turn of each schedule that has something to do into the account's lane. */
const begin = (house: House, accountId: number): Promise<void> =>
  house.db.system(async (tx) => {
    const now = house.clock.now()
    const lost = new Date(now.getTime() - LOST_MS)
    const turns: number[] = []
    for (const row of await tx.rows<ScheduleRow>(DUE, [accountId, now, lost], 'flow-times-schedules-due'))
      if (await beginOne(tx, accountId, row, now)) turns.push(row.stepId)
    await recordChanges(
      tx,
      house,
      accountId,
      turns.map((stepId) => ({ kind: TURN, personId: null, ref: stepId })),
    )
  })

/** The loop that knows when the next schedule of each account is due, sleeps until then, and hands it to the lane. */
export class Schedules {
  private readonly house: House
  private readonly nearest = new Map<number, number>()
  private lookedAt = Number.NEGATIVE_INFINITY

  constructor(house: House) {
    this.house = house
  }

  loop(): Loop {
    return { name: 'flow-schedules', topic: TIMES, everyMs: LOOK_MS, work: (rung) => this.work(rung) }
  }

  private async work(rung: ReadonlySet<number>): Promise<LoopResult> {
    const now = this.house.clock.now().getTime()
    const accounts = new Set([...rung].filter((accountId) => accountId > 0))
    let isSwept = true
    if (rung.has(0) || Math.abs(now - this.lookedAt) >= LOOK_MS) {
      for (const accountId of await this.house.db.system(accountsBehind)) accounts.add(accountId)
      await this.lookAtAll()
      isSwept = await sweepRows(this.house.db)
      this.lookedAt = isSwept ? now : Number.NEGATIVE_INFINITY
    }
    for (const [accountId, at] of this.nearest) if (at <= now) accounts.add(accountId)
    for (const accountId of accounts) await this.workOn(accountId)
    if (!isSwept) return 'more'
    const next = Math.min(...this.nearest.values())
    return next === Number.POSITIVE_INFINITY ? undefined : new Date(next)
  }

  private times(): [Date, Date] {
    const now = this.house.clock.now()
    return [now, new Date(now.getTime() - LOST_MS)]
  }

  private async lookAtAll(): Promise<void> {
    const rows = await this.house.db.system((tx) => tx.rows<Nearest>(NEAREST_OF_ALL, this.times()))
    this.nearest.clear()
    for (const { accountId, at } of rows) if (at) this.nearest.set(accountId, at.getTime())
  }

  private async workOn(accountId: number): Promise<void> {
    await reconcile(this.house, accountId)
    await begin(this.house, accountId)
    const [row] = await this.house.db.system((tx) =>
      tx.rows<Nearest>(NEAREST, [...this.times(), accountId], 'flow-times-schedules-nearest'),
    )
    const now = this.house.clock.now().getTime()
    // What is due and could not begin waits for a segment, or another worker has it.
    if (row?.at) this.nearest.set(accountId, row.at.getTime() <= now ? now + AGAIN_MS : row.at.getTime())
    else this.nearest.delete(accountId)
  }
}
