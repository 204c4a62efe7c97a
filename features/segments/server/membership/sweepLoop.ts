import { type Loop, recordChanges } from '@millrace/kit/jobs'
import { type House, type Tx, withoutWaiting } from '@millrace/kit/server'
import type { GoalSql } from '../compile/dictionary.ts'
import { backAlong } from './alongTies.ts'
import { startBuild } from './buildSegment.ts'
import { crossersSql } from './crossers.ts'
import type { Edge } from './dependencies.ts'
import { judge } from './judge.ts'
import { holdLane } from './lane.ts'
import { type PlacedEdge, placedEdgesOf } from './paths.ts'
import { loadRegister, type Register, type StoredSegment } from './register.ts'

const SHORTEST_MS = 5_000
const USUAL_MS = 60_000
const LONGEST_MS = 600_000
/** A sweep may take this part of the time. */
const SHARE = 0.02
/** After a longer stop, everybody is asked again. */
const OLDEST_MS = 2 * 86_400_000

const UNITS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000, weeks: 604_800_000, months: 2_592_000_000 }

/** How long until the next sweep: short periods are looked at more often, costly ones less. */
export const pauseOf = (edges: readonly Edge[], tookMs: number): number => {
  const periods = edges.map(({ timed }) => {
    const { value, unit } = timed.value as { value: number; unit: keyof typeof UNITS }
    return value * UNITS[unit]
  })
  const wanted = Math.min(USUAL_MS, ...periods.map((length) => Math.max(SHORTEST_MS, length / 200)))
  return Math.min(LONGEST_MS, Math.max(wanted, tookMs / SHARE))
}

/** How many people are judged at a time, and for how long a piece should hold the account's lane. */
const PIECE = 500
const PIECE_MS = 40
const FEWEST = 100
const MOST = 5_000

/** For so long a segment that was taken is swept by nobody else. */
const TAKEN_MS = 60_000

type State = { segmentId: number; sweptUntil: Date }

// Accounts that have segments to sweep, and when.
const DUE_ACCOUNTS = `/* across accounts: whose segments are to be swept */ select account_id as "accountId", min(sweep_at) as at from segment_states
  where sweep_at is not null group by account_id order by min(sweep_at), account_id limit 200`

// Takes the account's segments that are due; who takes them and is killed leaves them to the next one after a while.
const TAKE = `update segment_states s set sweep_at = $3 where s.account_id = $1 and s.sweep_at <= $2
  returning s.segment_id as "segmentId", s.swept_until as "sweptUntil"`

// Whether a segment still is as swept as it was when its sweep began: a build begins anew.
const STILL = `select 1 as still from segment_states where account_id = $1 and segment_id = $2 and swept_until = $3`

// Notes how far a segment was swept and when to look again.
const SWEPT = `update segment_states set swept_until = $4, sweep_at = $5
  where account_id = $1 and segment_id = $2 and swept_until = $3`

type Sweep = { house: House; accountId: number; state: State; goalSql: GoalSql | undefined }

/** Judges some of those who crossed an edge; answers how many ms it held the lane, 0 where the segment was changed or built meanwhile. */
const judgeSome = ({ house, accountId, state, goalSql }: Sweep, definition: number, people: readonly number[]) =>
  house.db.system(async (tx) => {
    await holdLane(tx, accountId)
    await withoutWaiting(tx)
    const from = performance.now()
    const still = await tx.one(STILL, [accountId, state.segmentId, state.sweptUntil], 'segments-sweep-still')
    const register = await loadRegister(tx, accountId, house.clock.now(), goalSql)
    const segment = register.segments.find(({ id }) => id === state.segmentId)
    if (!still || segment?.definition !== definition) return 0
    await recordChanges(tx, house, accountId, await judge(tx, register, new Map([[segment, new Set(people)]])))
    // Changes that came while the lane was held wait for a ring.
    await house.bell.ring(tx, 'changes', accountId)
    return Math.max(1, performance.now() - from)
  })

/** Judges those who crossed an edge, so many at a time that others hardly wait for the lane. */
const judgeAll = async (sweep: Sweep, definition: number, people: readonly number[]): Promise<boolean> => {
  let howMany = PIECE
  for (let done = 0; done < people.length; ) {
    const piece = people.slice(done, done + howMany)
    const heldMs = await judgeSome(sweep, definition, piece)
    if (!heldMs) return false
    done += piece.length
    howMany = Math.round(Math.min(MOST, Math.max(FEWEST, (howMany * PIECE_MS) / heldMs)))
  }
  return true
}

/**
 * Who crossed an edge since the last sweep, or is associated with what did. Found without the lane: what happens meanwhile
 * comes as changes.
 */
const findCrossers = async (tx: Tx, placed: readonly PlacedEdge[], { sweptUntil }: State, { dictionary }: Register) => {
  const found = new Set<number>()
  const ways = new Map(placed.map(({ path, kind }) => [path, kind]))
  for (const [path, kind] of ways) {
    const edges = placed.filter((one) => one.path === path).map(({ edge }) => edge)
    const crossers = crossersSql(edges, sweptUntil, dictionary, kind)
    if (!crossers) continue
    const rows = await tx.rows<{ id: number }>(crossers.sql, crossers.values)
    const things = rows.map(({ id }) => id)
    for (const id of await backAlong(tx, dictionary.accountId, path, things)) found.add(id)
  }
  return [...found]
}

const startAnew = (tx: Tx, house: House, accountId: number, { id, definition }: StoredSegment) =>
  startBuild(tx, house, { accountId, segmentId: id, definition })

/** What a look at a segment that is due finds. */
const look = ({ house, accountId, state, goalSql }: Sweep) =>
  house.db.system(async (tx) => {
    const now = house.clock.now()
    const register = await loadRegister(tx, accountId, now, goalSql)
    const segment = register.segments.find(({ id }) => id === state.segmentId)
    if (!segment) return { now, edges: [], people: [], definition: 0 }
    const placed = placedEdgesOf(segment.conditions, segment.kind, register.dictionary)
    const isLate = placed.length > 0 && now.getTime() - state.sweptUntil.getTime() > OLDEST_MS
    if (isLate) await startAnew(tx, house, accountId, segment)
    const people = isLate ? [] : await findCrossers(tx, placed, state, register)
    return { now, edges: placed.map(({ edge }) => edge), people, definition: segment.definition }
  })

const sweepOne = async (sweep: Sweep): Promise<void> => {
  const { house, accountId, state } = sweep
  const from = performance.now()
  const { now, edges, people, definition } = await look(sweep)
  if (!(await judgeAll(sweep, definition, people))) return
  const next = edges.length ? new Date(now.getTime() + pauseOf(edges, performance.now() - from)) : null
  await house.db.system((tx) =>
    tx.run(SWEPT, [accountId, state.segmentId, state.sweptUntil, now, next], 'segments-swept'),
  )
}

/** Moves those whom time alone moved, in all segments of an account that are due. Answers how many were. */
export const sweepAccount = async (house: House, accountId: number, goalSql?: GoalSql): Promise<number> => {
  const now = house.clock.now()
  const due = await house.db.system((tx) =>
    tx.rows<State>(TAKE, [accountId, now, new Date(now.getTime() + TAKEN_MS)], 'segments-sweep-take'),
  )
  for (const state of due) await sweepOne({ house, accountId, state, goalSql })
  return due.length
}

/** Sweeps segments with time conditions, and sleeps until the next is due. */
export const sweepLoop = (house: House, goalSql?: GoalSql): Loop => ({
  name: 'segments.sweep',
  topic: 'segments',
  everyMs: USUAL_MS,
  work: async () => {
    const accounts = await house.db.system((tx) =>
      tx.rows<{ accountId: number; at: Date }>(DUE_ACCOUNTS, [], 'segments-sweep-accounts'),
    )
    const now = house.clock.now()
    const due = accounts.filter(({ at }) => at <= now)
    for (const { accountId } of due) await sweepAccount(house, accountId, goalSql)
    return due.length ? 'more' : accounts[0]?.at
  },
})
