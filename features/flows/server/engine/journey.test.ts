import { testHouse } from '@millrace/kit/testing'
import { expect, test } from 'vitest'
import { openFlowWorld } from '../../testing/index.ts'

const planIsPro = {
  type: 'group',
  operator: 'and',
  conditions: [{ type: 'field', field: 'plan', condition: 'is', value: 'pro' }],
}

const DAY = 86_400_000

test('an event lets a person in, takes them to the mail, and after the wait to the goal', async () => {
  const world = await openFlowWorld(await testHouse())
  const { flowId, ids } = await world.draw(
    {
      start: ['/event', { eventName: 'Signed up' }],
      pro: ['/condition', { conditions: planIsPro }],
      tag: ['/add-tag', { tag: 'customer' }],
      mail: ['/send', { emailId: 7 }],
      wait: ['/delay-v2', { kind: 'duration', value: 1, unit: 'days' }],
      goal: ['/goal', { name: 'Stayed' }],
      end: ['/end-flow'],
    },
    [
      ['start', 'pro'],
      ['pro', 'tag', 'yes'],
      ['pro', 'end', 'no'],
      ['tag', 'mail'],
      ['mail', 'wait'],
      ['wait', 'goal'],
    ],
  )
  await world.email(7)
  await world.switchOn(flowId)
  const [ada, bob] = [await world.person({ fields: { plan: 'pro' } }), await world.person({ fields: { plan: 'free' } })]
  await world.event(ada, 'Signed up')
  await world.event(bob, 'Signed up')
  await world.takeChanges()

  const sends = await world.rows<{ person_id: number; reason_key: string; step_id: number }>(
    'select person_id, reason_key, step_id from sends where account_id = $1',
  )
  expect(sends).toEqual([
    { person_id: ada, reason_key: expect.stringMatching(`^\\d+:${ids.mail}:\\d+$`), step_id: ids.mail },
  ])
  const runs = () =>
    world.rows('select person_id, state, step_id, due_at from flow_runs where account_id = $1 order by person_id')
  const due = new Date(world.house.clock.now().getTime() + DAY)
  expect(await runs()).toEqual([
    { person_id: ada, state: 1, step_id: ids.wait, due_at: due },
    { person_id: bob, state: 4, step_id: ids.end, due_at: null },
  ])

  world.house.clock.advance(DAY - 1)
  expect(await world.advance(flowId)).toBe(0)
  world.house.clock.advance(1)
  expect(await world.advance(flowId)).toBe(1)
  expect(await runs()).toMatchObject([{ state: 4, step_id: ids.goal }, { state: 4 }])

  const { integration } = await world.client.call('getFlow', { params: { id: flowId }, query: {} })
  const counts = Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [name, integration.steps[id]?.data.peopleCounts]),
  )
  expect(counts).toEqual({
    start: { entered: 2, queued: 0 },
    pro: { entered: 2, queued: 0 },
    tag: { entered: 1, queued: 0 },
    mail: { entered: 1, queued: 0 },
    wait: { entered: 1, queued: 0 },
    goal: { entered: 1, queued: 0 },
    end: { entered: 1, queued: 0 },
  })
  const news = await world.rows(
    `select kind, person_id, ref from changes where account_id = $1 and kind = 'goal.reached'`,
  )
  expect(news).toEqual([{ kind: 'goal.reached', person_id: ada, ref: ids.goal }])
})
