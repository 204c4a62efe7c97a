import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { testHouse } from '@millrace/kit/testing'
import { expect, test } from 'vitest'
import { type FlowWorld, openFlowWorld } from '../../testing/index.ts'

const WORKER = fileURLToPath(new URL('../../testing/clockWorker.ts', import.meta.url))
const PEOPLE = 6_500
const SEGMENT = 900

const startWorker = (world: FlowWorld): ChildProcess =>
  spawn(process.execPath, [WORKER, world.house.databaseUrl], { stdio: 'ignore' })

const kill = async (worker: ChildProcess): Promise<void> => {
  if (worker.exitCode !== null || worker.signalCode !== null) return
  const gone = once(worker, 'exit')
  worker.kill('SIGKILL')
  await gone
}

const fill = (world: FlowWorld) =>
  world.system(async (tx) => {
    const values = [world.accountId, world.house.clock.now()]
    await tx.run(
      `insert into segments (account_id, id, name, conditions, created_at, updated_at) values ($1, ${SEGMENT}, 'S', '{}', $2, $2)`,
      values,
    )
    await tx.run(
      `insert into people (account_id, email, created_at, updated_at)
       select $1::int, 'k' || n || '@kill.example', $2::timestamptz, $2::timestamptz from generate_series(1, ${PEOPLE}) n`,
      values,
    )
    await tx.run(
      `insert into segment_members (account_id, segment_id, person_id, entered_at)
       select $1::int, ${SEGMENT}, id, created_at from people where account_id = $1`,
      [world.accountId],
    )
  })

const count = async (world: FlowWorld, flowId: number) =>
  (
    await world.rows<{ people: number; passes: number; stays: number }>(
      `select count(distinct person_id)::int as people, count(*)::int as passes,
         (select count(*)::int from step_visits where account_id = $1 and flow_id = $2) as stays
       from flow_runs where account_id = $1 and flow_id = $2`,
      [flowId],
    )
  )[0]!

test('workers that are killed while they let people in, two at once, leave nobody out and let nobody in twice', {
  timeout: 240_000,
}, async () => {
  const world = await openFlowWorld(await testHouse())
  await fill(world)
  const { flowId } = await world.draw(
    {
      start: ['/time', { at: '2026-03-10T10:00:00Z', segmentId: SEGMENT }],
      wait: ['/delay-v2', { kind: 'duration', value: 1_000, unit: 'months' }],
    },
    [['start', 'wait']],
  )
  await world.switchOn(flowId)
  const seen: number[] = []
  for (const most of [1, 2_000, 4_000]) {
    const workers = [startWorker(world), startWorker(world)]
    await expect
      .poll(async () => (await count(world, flowId)).people, { timeout: 60_000, interval: 2 })
      .toBeGreaterThan(most)
    await Promise.all(workers.map(kill))
    seen.push((await count(world, flowId)).people)
  }
  const last = startWorker(world)
  await expect
    .poll(() => count(world, flowId), { timeout: 60_000 })
    .toEqual({ people: PEOPLE, passes: PEOPLE, stays: PEOPLE })
  await kill(last)
  expect(seen.every((people) => people <= PEOPLE)).toBe(true)
  expect(await world.rows('select last_at, walk_at from flow_schedules where account_id = $1')).toEqual([
    { last_at: new Date('2026-03-10T10:00:00Z'), walk_at: null },
  ])
})
