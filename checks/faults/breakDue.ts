import { setTimeout as pause } from 'node:timers/promises'
import { flowsContract } from '@millrace/flows/contract'
import { until } from '../instance/client.ts'
import { accountFor, entered, stillIn } from './account.ts'
import { AHEAD_MS } from './breakPassing.ts'
import type { Scene } from './scene.ts'
import { tellStory } from './story.ts'

/** What came of waits that were due at once. */
export type Drained = { people: number; kills: number; wrong: string[]; seconds: number }

const LATER_MS = 3_600_000

const STANDING = 'select count(*)::int as count from flow_runs where account_id = $1 and step_id = $2 and state = 1'
const DUE_LATER = `select count(*)::int as count from flow_runs
  where account_id = $1 and step_id = $2 and state = 1 and due_at <> $3`

/**
 * Everybody's wait ends in the same second. Two workers whose clocks are a minute apart take them on; one is killed in the
 * middle of it. Nobody goes early, nobody twice, nobody is left.
 */
export const breakDue = async (
  scene: Scene,
  { people, kills }: { people: number; kills: number },
): Promise<Drained> => {
  let workers = await Promise.all(AHEAD_MS.map((aheadMs) => scene.startWorker(aheadMs)))
  const story = await tellStory(scene, 'due')
  const { accountId } = story
  const at = (time: Date) => ({ kind: 'until', at: time.toISOString() })
  const { flowId, ids } = await story.draw(
    {
      start: ['/event', { eventName: 'Signed up' }],
      wait: ['/delay-v2', at(new Date(Date.now() + LATER_MS))],
      tag: ['/add-tag', { tag: 'went on' }],
      again: ['/delay-v2', { kind: 'duration', value: 1, unit: 'seconds' }],
      end: ['/end-flow', {}],
    },
    [
      ['start', 'wait'],
      ['wait', 'tag'],
      ['tag', 'again'],
      ['again', 'end'],
    ],
  )
  const { wait = 0, tag = 0, again = 0, end = 0 } = ids
  await story.signUp(0, people)
  const count = async (sql: string, values: unknown[]) => (await scene.rows<{ count: number }>(sql, values))[0]?.count
  await until('everybody at the wait', async () => (await count(STANDING, [accountId, wait])) === people, 300_000)
  const due = new Date(Date.now() + 5_000)
  const body = { inputFields: { values: at(due) }, recomputeDelay: true }
  await story.owner(flowsContract.updateStep, { params: { id: wait }, body })
  await until('everybody due at once', async () => !(await count(DUE_LATER, [accountId, wait, due])), 300_000)
  // What a worker writes down says when it was by its own clock; who stands there is seen by ours.
  await pause(Math.max(0, due.getTime() - Date.now() - 300))
  const early = people - (await stillAt(scene, accountId, wait))
  const isTooSoon = Date.now() < due.getTime()
  const from = Math.max(Date.now(), due.getTime())
  for (let kill = 0; kill < kills; kill++) {
    await until(
      'the first to go',
      async () => (await stillAt(scene, accountId, wait)) < people - kill * 1_000,
      300_000,
      5,
    )
    const [first, ...others] = workers
    await first?.kill()
    workers = [...others, await scene.startWorker(AHEAD_MS[kill % AHEAD_MS.length])]
    await pause(20)
  }
  await until('the end of everybody', async () => !(await stillIn(scene, accountId, flowId)), 300_000, 20)
  const seconds = (Date.now() - from) / 1000
  await Promise.all(workers.map((worker) => worker.stop()))
  const wrong = await accountFor(scene, { accountId, flowId, people }, { wait, tag, again, end })
  if (early && isTooSoon) wrong.push(`${early} people went on before their time`)
  if ((await entered(scene, accountId, flowId)) !== people) wrong.push('not everybody entered once')
  return { people, kills, wrong, seconds }
}

const STILL = 'select count(*)::int as count from flow_runs where account_id = $1 and step_id = $2 and state < 4'
const stillAt = async ({ rows }: Scene, accountId: number, stepId: number) =>
  (await rows<{ count: number }>(STILL, [accountId, stepId]))[0]?.count ?? 0
