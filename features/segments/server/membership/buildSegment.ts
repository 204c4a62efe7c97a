import { type JobHandler, job, recordChanges } from '@millrace/kit/jobs'
import type { House, Tx } from '@millrace/kit/server'
import { z } from 'zod'
import type { GoalSql } from '../compile/dictionary.ts'
import { judge } from './judge.ts'
import { holdLane } from './lane.ts'
import { loadRegister } from './register.ts'

/** How long a piece of a build should hold the account's lane. */
const PIECE_MS = 60
const FEWEST = 200
const MOST = 10_000

const Payload = z.object({ accountId: z.number(), segmentId: z.number(), definition: z.number() })
type Payload = z.infer<typeof Payload>

// Begins a build: everybody is to be asked, from the first person on.
const BEGIN = `insert into segment_states as s (account_id, segment_id, swept_until, building, build_total)
  select $1::int, g.id, $4::timestamptz, $3::int, case when g.object_name = 'person'
      then (select count(*) from people p where p.account_id = $1::int)
      else (select count(*) from objects o join object_schemas k on k.account_id = $1::int and k.id = o.schema_id
        where o.account_id = $1::int and k.deleted_at is null and lower(k.name) = lower(g.object_name)) end
  from segments g where g.account_id = $1::int and g.id = $2::bigint
  on conflict (account_id, segment_id) do update set swept_until = excluded.swept_until, building = excluded.building,
    build_total = excluded.build_total, build_done = 0, build_cursor = 0`

/** Marks a segment as being built anew and queues the work, in the caller's transaction. Work on earlier conditions stops. */
export const startBuild = async (tx: Tx, { jobs, clock }: House, payload: Payload): Promise<void> => {
  const { accountId, segmentId, definition } = payload
  await tx.run(BEGIN, [accountId, segmentId, definition, clock.now()], 'segments-build-begin')
  await jobs.add(tx, 'segments.build', payload, { key: `segments.build ${accountId} ${segmentId}` })
}

// How far the build has come, where it is still for these conditions.
const CURSOR = `select build_cursor as cursor from segment_states
  where account_id = $1 and segment_id = $2 and building = $3`

// The next objects of a kind in the order of their ids.
const NEXT_OBJECTS = `select id from objects where account_id = $1 and schema_id = $4 and id > $2 order by account_id, schema_id, id limit $3`

// The next people in the order of their ids.
const NEXT = `select id from people where account_id = $1 and id > $2 order by account_id, id limit $3`

// Notes how far the build has come.
const PROGRESS = `update segment_states set build_done = build_done + $3, build_cursor = $4 where account_id = $1 and segment_id = $2`

// Ends the build.
const END = `update segment_states set building = null, built_at = $3, sweep_at = $3 where account_id = $1 and segment_id = $2`

type Piece = { result: 'more' | 'done' | 'stopped'; heldMs: number }

const piece = async (tx: Tx, house: House, payload: Payload, howMany: number, goalSql?: GoalSql): Promise<Piece> => {
  await holdLane(tx, payload.accountId)
  // Waiting for others who hold the lane says nothing about how large a piece may be.
  const from = performance.now()
  const result = await pieceInLane(tx, house, payload, howMany, goalSql)
  return { result, heldMs: performance.now() - from }
}

const pieceInLane = async (
  tx: Tx,
  house: House,
  payload: Payload,
  howMany: number,
  goalSql?: GoalSql,
): Promise<Piece['result']> => {
  const { accountId, segmentId, definition } = payload
  const state = await tx.one<{ cursor: number }>(CURSOR, [accountId, segmentId, definition], 'segments-build-cursor')
  if (!state) return 'stopped'
  const now = house.clock.now()
  const { dictionary, segments } = await loadRegister(tx, accountId, now, goalSql)
  const segment = segments.find(({ id }) => id === segmentId)
  if (!segment) return 'stopped'
  const { kind } = segment
  const from = [accountId, state.cursor, howMany]
  const people = await (kind === null
    ? tx.rows<{ id: number }>(NEXT, from, 'segments-build-next')
    : tx.rows<{ id: number }>(NEXT_OBJECTS, [...from, kind], 'segments-build-next-objects'))
  if (people.length) {
    const changes = await judge(tx, dictionary, new Map([[segment, new Set(people.map(({ id }) => id))]]), {
      isBuild: true,
    })
    await recordChanges(tx, house, accountId, changes)
    await tx.run(PROGRESS, [accountId, segmentId, people.length, people.at(-1)?.id], 'segments-build-progress')
  }
  const isDone = people.length < howMany
  if (isDone) await tx.run(END, [accountId, segmentId, now], 'segments-build-end')
  // Changes that came while the lane was held wait for a ring.
  await house.bell.ring(tx, 'changes', accountId)
  if (isDone) await house.bell.ring(tx, 'segments', accountId)
  return isDone ? 'done' : 'more'
}

/** Works out anew who is in a segment, in pieces of about 60 ms between which changes pass. A crash goes on where it was. */
export const buildSegment = (house: House, goalSql?: GoalSql): JobHandler =>
  job<Payload>({
    name: 'segments.build',
    schema: Payload,
    run: async (payload, signal) => {
      let howMany = 1_000
      for (;;) {
        signal.throwIfAborted()
        const { result, heldMs } = await house.db.system((tx) => piece(tx, house, payload, howMany, goalSql))
        if (result !== 'more') return
        const pace = PIECE_MS / Math.max(heldMs, 1)
        howMany = Math.round(Math.min(MOST, Math.max(FEWEST, howMany * Math.min(2, pace))))
      }
    },
  })
