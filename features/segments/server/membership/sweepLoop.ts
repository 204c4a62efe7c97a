import { type Loop, recordChanges } from '@millrace/kit/jobs'
import type { House, Tx } from '@millrace/kit/server'
import type { GoalSql } from '../compile/dictionary.ts'
import { startBuild } from './buildSegment.ts'
import { crossersSql } from './crossers.ts'
import { type Edge, edgesOf } from './dependencies.ts'
import { judge } from './judge.ts'
import { holdLane } from './lane.ts'
import { innerEdgesOf } from './paths.ts'
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

/** Where time decides about something that is associated, or about objects, all are asked anew this often. */
const ALL_MS = 3_600_000

type State = { segmentId: number; sweptUntil: Date; builtAt: Date | null }

// Accounts that have segments to sweep, and when.
const DUE_ACCOUNTS = `/* across accounts: whose segments are to be swept */ select account_id as "accountId", min(sweep_at) as at from segment_states
  where sweep_at is not null group by account_id order by min(sweep_at), account_id limit 200`

// The account's segments to sweep.
const DUE = `select segment_id as "segmentId", swept_until as "sweptUntil", built_at as "builtAt" from segment_states
  where account_id = $1 and sweep_at <= $2 order by account_id, segment_id for update`

// Notes how far a segment was swept and when to look again.
const SWEPT = `update segment_states set swept_until = $3, sweep_at = $4 where account_id = $1 and segment_id = $2`

const sweepOne = async (
  tx: Tx,
  house: House,
  segment: StoredSegment,
  { sweptUntil }: State,
  edges: Edge[],
  { dictionary }: Register,
) => {
  const { accountId, now } = dictionary
  if (now.getTime() - sweptUntil.getTime() > OLDEST_MS) {
    await startBuild(tx, house, { accountId, segmentId: segment.id, definition: segment.definition })
    return
  }
  const crossers = crossersSql(edges, sweptUntil, dictionary)
  if (!crossers) return
  const people = await tx.rows<{ id: number }>(crossers.sql, crossers.values)
  const work = new Map([[segment, new Set(people.map(({ id }) => id))]])
  await recordChanges(tx, house, accountId, await judge(tx, dictionary, work))
}

const earlier = (a: Date | undefined, b: Date | undefined): Date | undefined => (a && b ? (a < b ? a : b) : (a ?? b))

/** Moves people who crossed an edge; answers when to look again, undefined where there is no edge. */
const sweepEdges = async (tx: Tx, house: House, segment: StoredSegment, state: State, register: Register) => {
  const edges = segment.kind === null ? edgesOf(segment.conditions, register.dictionary) : []
  if (!edges.length) return undefined
  const from = performance.now()
  await sweepOne(tx, house, segment, state, edges, register)
  return new Date(register.dictionary.now.getTime() + pauseOf(edges, performance.now() - from))
}

/** Begins a build where it is time for one; answers when the next is, undefined where time moves nobody this way. */
const askAll = async (tx: Tx, house: House, segment: StoredSegment, { builtAt }: State, register: Register) => {
  const { dictionary } = register
  const own = segment.kind === null ? [] : edgesOf(segment.conditions, dictionary)
  if (!own.length && !innerEdgesOf(segment.conditions, dictionary).length) return undefined
  const due = new Date((builtAt?.getTime() ?? 0) + ALL_MS)
  if (due > dictionary.now) return due
  await startBuild(tx, house, {
    accountId: dictionary.accountId,
    segmentId: segment.id,
    definition: segment.definition,
  })
  return new Date(dictionary.now.getTime() + ALL_MS)
}

/** Moves those people whom time alone moved, in all segments of an account that are due. Answers how many were. */
export const sweepAccount = (house: House, accountId: number, goalSql?: GoalSql): Promise<number> =>
  house.db.system(async (tx) => {
    await holdLane(tx, accountId)
    const now = house.clock.now()
    const due = await tx.rows<State>(DUE, [accountId, now], 'segments-sweep-due')
    if (!due.length) return 0
    const register = await loadRegister(tx, accountId, now, goalSql)
    for (const state of due) {
      const segment = register.segments.find(({ id }) => id === state.segmentId)
      const next =
        segment &&
        earlier(
          await sweepEdges(tx, house, segment, state, register),
          await askAll(tx, house, segment, state, register),
        )
      await tx.run(SWEPT, [accountId, state.segmentId, now, next ?? null], 'segments-swept')
    }
    await house.bell.ring(tx, 'changes', accountId)
    return due.length
  })

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
