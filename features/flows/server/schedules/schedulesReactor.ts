import { type Change, type NewChange, type Reactor, recordChanges, subjectOf } from '@millrace/kit/jobs'
import type { House, Tx } from '@millrace/kit/server'
import { holdRunning } from '../engine/advance.ts'
import { buildOn, type Dated, refreshDates, takeDates } from './dates.ts'
import { COLUMNS, type ScheduleRow, scheduleOf, TIMES } from './schedule.ts'
import { walkOn } from './walk.ts'

/** A schedule has its turn in the account's lane: the change is about its step. */
export const TURN = 'flow.turn'
/** The loop looks at everything this often by itself. */
export const LOOK_MS = 15_000

const SCHEDULE = `select ${COLUMNS} from flow_schedules s where s.account_id = $1 and s.step_id = $2`

/** Which version its schedules were made from. */
const TIMING = 'select version from flow_timings where account_id = $1 and flow_id = $2'

const QUEUED = 'update flow_schedules set queued_at = $3 where account_id = $1 and step_id = $2'

/** Schedules by dates of flows that are on. */
const DATED = `select ${COLUMNS} from flow_schedules s join flows f on f.account_id = s.account_id and f.id = s.flow_id
  where s.account_id = $1 and s.is_dated and s.is_live and f.status = 'on' and f.archived_at is null
  order by s.account_id, s.step_id`

/** Whom these are about is looked at anew, whatever fields they tell. */
const WHOLE = new Set([
  ...['person.created', 'person.restored', 'person.archived', 'person.erased', 'person.merged'],
  ...['object.created', 'object.restored', 'object.archived', 'object.erased'],
])

type Piece = { news: NewChange[]; isMore: boolean }

const doPiece = async (tx: Tx, accountId: number, row: ScheduleRow, now: Date): Promise<Piece> => {
  const schedule = scheduleOf(row, row.stepId)
  if (!schedule) return { news: [], isMore: false }
  if (schedule.by === 'clock') return walkOn(tx, accountId, row, schedule)
  const dated = { row, schedule }
  const { news, isMore } = await takeDates(tx, accountId, dated, now)
  if (isMore || row.builtTo === null) return { news, isMore }
  // Those for whom it makes rows may be due by now, so there is always a look after the last piece.
  await buildOn(tx, accountId, dated)
  return { news, isMore: true }
}

/**
 * One turn of a schedule: a page of people, or a piece of a build, together with how far it is. It hands itself back to the
 * lane while there is more, so that what happened meanwhile comes first.
 */
const takeTurn = async (house: House, tx: Tx, accountId: number, stepId: number): Promise<NewChange[]> => {
  const seen = await tx.one<ScheduleRow>(SCHEDULE, [accountId, stepId], 'flow-times-schedule')
  if (!seen) return []
  const running = await holdRunning(tx, accountId, seen.flowId)
  const timing = await tx.one<{ version: number }>(TIMING, [accountId, seen.flowId], 'flow-times-timing')
  const row = await tx.one<ScheduleRow>(`${SCHEDULE} for update`, [accountId, stepId], 'flow-times-schedule-hold')
  // Where the flow was edited a moment ago, the loop looks at the settings first.
  const isHeld = !row?.isLive || !running || timing?.version !== running.version
  const { news, isMore } = isHeld ? { news: [], isMore: false } : await doPiece(tx, accountId, row, house.clock.now())
  await tx.run(QUEUED, [accountId, stepId, isMore ? house.clock.now() : null], 'flow-times-queued')
  if (isMore) await recordChanges(tx, house, accountId, [{ kind: TURN, personId: null, ref: stepId }])
  else await house.bell.ring(tx, TIMES, accountId)
  return news
}

const touches = ({ kind, data }: Change, field: string): boolean => {
  if (WHOLE.has(kind)) return true
  const fields = data?.fields
  const isChange = kind === 'person.changed' || kind === 'object.changed'
  return isChange && (!Array.isArray(fields) || fields.includes(field) || fields.includes('timezone'))
}

/** Those about whom changes are, as far as a schedule takes them. */
const takenBy = ({ kindId }: ScheduleRow, change: Change): number | undefined => {
  const subject = subjectOf(change) ?? 0
  if (!kindId) return subject > 0 ? subject : undefined
  return subject < 0 && change.data?.schemaId === kindId ? subject : undefined
}

/** Keeps the rows of people whose date, or time zone, changed. */
const keepDates = async (house: House, tx: Tx, accountId: number, changes: readonly Change[]): Promise<void> => {
  const about = changes.filter((change) => /^(person|object)\./.test(change.kind) && subjectOf(change) !== null)
  if (!about.length) return
  const now = house.clock.now()
  // Where no worker ran for a while, today is the day on which it changed.
  const then = new Date(Math.min(now.getTime(), ...about.map(({ at }) => at.getTime())))
  let nearest = Number.POSITIVE_INFINITY
  for (const row of await tx.rows<ScheduleRow>(DATED, [accountId], 'flow-times-schedules-dated')) {
    const schedule = scheduleOf(row, row.stepId)
    if (schedule?.by !== 'dates') continue
    const dated: Dated = { row, schedule }
    const touching = about.filter((change) => touches(change, schedule.field))
    const ids = new Set(touching.flatMap((change) => takenBy(row, change) ?? []))
    if (!ids.size) continue
    const at = await refreshDates(tx, accountId, dated, [...ids], then)
    nearest = Math.min(nearest, at?.getTime() ?? nearest)
  }
  if (nearest < now.getTime() + 2 * LOOK_MS) await house.bell.ring(tx, TIMES, accountId)
}

/** Lets people in by the clock, page by page, and keeps whom dates let in when. */
export const schedulesReactor = (house: House): Reactor => ({
  name: 'flow-schedules',
  react: async (tx, accountId, changes) => {
    await keepDates(house, tx, accountId, changes)
    const turns = new Set(changes.filter(({ kind }) => kind === TURN).flatMap(({ ref }) => ref ?? []))
    const news: NewChange[] = []
    for (const stepId of turns) news.push(...(await takeTurn(house, tx, accountId, stepId)))
    return news
  },
})
