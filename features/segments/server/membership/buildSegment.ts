import { type JobHandler, job } from '@millrace/kit/jobs'
import { type House, type Tx, withoutWaiting } from '@millrace/kit/server'
import { z } from 'zod'
import type { GoalSql } from '../compile/dictionary.ts'
import { applyMoves, type Look } from './applyMoves.ts'
import { freshStatistics } from './freshStatistics.ts'
import { forgetJudged } from './judgedMeanwhile.ts'
import { holdLane } from './lane.ts'
import { letChangesPass } from './letChangesPass.ts'
import type { PackedMoves } from './packedMoves.ts'
import { loadRegister } from './register.ts'
import { differingSql, NoLongerWanted, whoDiffers } from './whoDiffers.ts'

/** How long a piece of a build should hold the account's lane. */
const PIECE_MS = 30
const FEWEST = 100
const MOST = 5_000

const Payload = z.object({ accountId: z.number(), segmentId: z.number(), definition: z.number() })
type Payload = z.infer<typeof Payload>

// Begins a build: everybody is to be asked, from the first person on. What an earlier build found is no longer applied.
const BEGIN = `insert into segment_states as s (account_id, segment_id, swept_until, building, build_total)
  select $1::int, g.id, $4::timestamptz, $3::int, case when g.object_name = 'person'
      then (select count(*) from people p where p.account_id = $1::int)
      else (select count(*) from objects o join object_schemas k on k.account_id = $1::int and k.id = o.schema_id
        where o.account_id = $1::int and k.deleted_at is null and lower(k.name) = lower(g.object_name)) end
  from segments g where g.account_id = $1::int and g.id = $2::bigint
  on conflict (account_id, segment_id) do update set swept_until = excluded.swept_until, building = excluded.building,
    build_total = excluded.build_total, build_done = 0, build_cursor = 0, build_look = s.build_look + 1`

const keyOf = (accountId: number, segmentId: number) => `segments.build ${accountId} ${segmentId}`

/** Marks a segment as being built anew and queues the work, in the caller's transaction. Work on earlier conditions stops. */
export const startBuild = async (tx: Tx, { jobs, clock }: House, payload: Payload): Promise<void> => {
  const { accountId, segmentId, definition } = payload
  await tx.run(BEGIN, [accountId, segmentId, definition, clock.now()], 'segments-build-begin')
  await jobs.add(tx, 'segments.build', payload, { key: keyOf(accountId, segmentId) })
}

// Begins a look at everybody whom the build has not come to, where it still is for these conditions.
const LOOK = `update segment_states set build_look = build_look + 1 where account_id = $1 and segment_id = $2 and building = $3
  returning build_look as look, build_cursor as cursor, build_done as done, build_total as total`

// Whether the build still is for these conditions, and what this look finds is still to be applied.
const STILL = `select 1 as still from segment_states
  where account_id = $1 and segment_id = $2 and building = $3 and build_look = $4`

// Notes how far the build has come.
const PROGRESS = `update segment_states set build_done = $3, build_cursor = $4 where account_id = $1 and segment_id = $2`

// The segments that are being built, and for which conditions.
const BUILDING = `select segment_id as "segmentId", building as definition from segment_states
  where account_id = $1 and building is not null`

// Ends the build.
const END = `update segment_states set building = null, built_at = $3, sweep_at = $3 where account_id = $1 and segment_id = $2`

type Mark = { look: number; cursor: number; done: number; total: number }
type Found = { look: Look; moves: PackedMoves }

/** A build with all that its steps need. */
type Build = { house: House; payload: Payload; signal: AbortSignal; goalSql?: GoalSql; most?: number }

/** Whether a segment that this one asks about is being built: whose end begins this build then. Needs the lane. */
const isOpenBehind = async (tx: Tx, { clock }: House, { accountId, segmentId }: Payload, goalSql?: GoalSql) => {
  const { segments, building, nesting } = await loadRegister(tx, accountId, clock.now(), goalSql)
  const segment = segments.find(({ id }) => id === segmentId)
  return segment !== undefined && nesting.behind(segment).some(({ id }) => building.has(id))
}

/** Begins the builds of segments that ask about one whose build is over. Needs the lane, as whoever looks whether to wait does. */
const beginWaiting = async (tx: Tx, { jobs, clock }: House, { accountId, segmentId }: Payload, goalSql?: GoalSql) => {
  const open = await tx.rows<Omit<Payload, 'accountId'>>(BUILDING, [accountId], 'segments-building')
  if (!open.length) return
  const { segments, nesting } = await loadRegister(tx, accountId, clock.now(), goalSql)
  for (const one of open) {
    const segment = segments.find(({ id }) => id === one.segmentId)
    if (!segment || !nesting.behind(segment).some(({ id }) => id === segmentId)) continue
    await jobs.add(tx, 'segments.build', { accountId, ...one }, { key: keyOf(accountId, one.segmentId) })
  }
}

/**
 * Once the lane was held, whoever holds it after knows that the segment is being built, and notes whom it judges: no look at
 * somebody that is later than the build's is lost.
 */
const beginLook = ({ house, payload, goalSql }: Build): Promise<Mark | undefined> =>
  house.db.system(async (tx) => {
    const { accountId, segmentId, definition } = payload
    await holdLane(tx, accountId)
    const waits = await isOpenBehind(tx, house, payload, goalSql)
    const mark = waits ? undefined : await tx.one<Mark>(LOOK, [accountId, segmentId, definition], 'segments-build-look')
    // Changes that came while the lane was held wait for a ring.
    await house.bell.ring(tx, 'changes', accountId)
    return mark
  })

const isStill = async (tx: Tx, { accountId, segmentId, definition }: Payload, look: number): Promise<boolean> =>
  (await tx.one(STILL, [accountId, segmentId, definition, look], 'segments-build-still')) !== undefined

const lookAtAll = ({ house, payload, signal, goalSql }: Build, mark: Mark): Promise<Found | undefined> =>
  house.db
    .system(async (tx) => {
      const { accountId, segmentId, definition } = payload
      const { dictionary, segments } = await loadRegister(tx, accountId, house.clock.now(), goalSql)
      const segment = segments.find(({ id }) => id === segmentId)
      if (segment?.definition !== definition) return undefined
      const isWanted = async () => !signal.aborted && (await house.db.system((own) => isStill(own, payload, mark.look)))
      const moves = await whoDiffers(house, tx, differingSql(segment, dictionary, mark.cursor), isWanted)
      return { look: { accountId, segmentId, look: mark.look, kind: segment.kind }, moves }
    })
    .catch((error: unknown) => {
      if (error instanceof NoLongerWanted) return undefined
      throw error
    })

/** Applies the next piece of what a look found; answers how long it held the lane, undefined where it is no longer to be applied. */
const applyPiece = (
  { house, payload, goalSql }: Build,
  mark: Mark,
  { look, moves }: Found,
  howMany: number,
  all: number,
) =>
  house.db.system(async (tx) => {
    const { accountId, segmentId } = payload
    await holdLane(tx, accountId)
    // Waiting for others who hold the lane says nothing about how large a piece may be.
    const from = performance.now()
    if (!(await isStill(tx, payload, mark.look))) return undefined
    await withoutWaiting(tx)
    const piece = moves.take(howMany)
    await applyMoves(tx, house, look, piece)
    const last = piece.at(-1)
    if (moves.left && last) {
      const done = mark.done + Math.floor((mark.total - mark.done) * (1 - moves.left / all))
      await tx.run(PROGRESS, [accountId, segmentId, done, last.id], 'segments-build-progress')
    } else {
      await tx.run(END, [accountId, segmentId, house.clock.now()], 'segments-build-end')
      await beginWaiting(tx, house, payload, goalSql)
      await house.bell.ring(tx, 'segments', accountId)
    }
    await house.bell.ring(tx, 'changes', accountId)
    return performance.now() - from
  })

/** A build, step by step; between the steps others hold the lane. Who begins it again goes on where it was. */
export const buildSteps = async function* (build: Build): AsyncGenerator<'marked' | 'looked' | 'applied', void> {
  const { most = MOST } = build
  const mark = await beginLook(build)
  if (!mark) return
  yield 'marked'
  const found = await lookAtAll(build, mark)
  if (!found) return
  yield 'looked'
  const all = found.moves.left
  let howMany = Math.min(most, 1_000)
  do {
    const heldMs = await applyPiece(build, mark, found, howMany, all)
    if (heldMs === undefined) return
    const pace = PIECE_MS / Math.max(heldMs, 1)
    howMany = Math.min(most, Math.max(FEWEST, Math.round(howMany * Math.min(2, pace))))
    yield 'applied'
  } while (found.moves.left)
}

/**
 * Works out anew who is in a segment: one look at everybody, as a whole set, and then those who differ, in pieces of about
 * 30 ms between which changes pass. A crash goes on where it was.
 */
export const buildSegment = (house: House, goalSql?: GoalSql): JobHandler =>
  job<Payload>({
    name: 'segments.build',
    schema: Payload,
    run: async (payload, signal) => {
      const { accountId, segmentId } = payload
      await freshStatistics(house)
      for await (const step of buildSteps({ house, payload, signal, goalSql })) {
        if (step === 'applied') await letChangesPass(house, accountId, signal)
        signal.throwIfAborted()
      }
      signal.throwIfAborted()
      await forgetJudged(house, accountId, segmentId)
      await freshStatistics(house)
    },
  })
