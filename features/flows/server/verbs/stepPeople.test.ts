import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { type FlowWorld, openFlowWorld } from '../../testing/index.ts'

const HOUR = 3_600_000
type Query = { state?: 'entered' | 'queued' | 'failed'; limit?: number; offset?: number; cursor?: string }

/** People who wait two hours and then leave. */
const drawn = async (world: FlowWorld) => {
  const { flowId, ids } = await world.draw(
    {
      start: ['/event', { eventName: 'Go' }],
      wait: ['/delay-v2', { kind: 'duration', value: 2, unit: 'hours' }],
      goal: ['/goal', { name: 'Through' }],
    },
    [
      ['start', 'wait'],
      ['wait', 'goal'],
    ],
  )
  await world.switchOn(flowId)
  const come = async (count: number) => {
    const people: number[] = []
    for (let n = 0; n < count; n++) {
      const id = await world.person()
      await world.event(id, 'Go')
      people.push(id)
    }
    await world.takeChanges()
    return people
  }
  const list = (step: number, query: Query) => world.client.call('listStepPeople', { params: { stepId: step }, query })
  return { flowId, ids, come, list }
}

/** All pages of a list, one after the other; something may happen between two of them. */
const pages = async (
  list: (query: Query) => Promise<{ people: { entered?: { id: number }[] }; paging: { after: string | null } }>,
  between: (page: number) => Promise<unknown> = async () => {},
) => {
  const seen: number[] = []
  let cursor: string | undefined
  for (let page = 0; page < 50; page++) {
    const { people, paging } = await list({ state: 'entered', limit: 2, cursor })
    seen.push(...(people.entered ?? []).map(({ id }) => id))
    if (!paging.after) return seen
    cursor = paging.after
    await between(page)
  }
  throw new Error('the pages have no end')
}

describe('the list of those who entered a step', () => {
  test('has those who stand there, latest first, then those who left, who left last first', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId, ids, come, list } = await drawn(world)
    const early = await come(5)
    world.house.clock.advance(3 * HOUR)
    await world.advance(flowId)
    const middle = await come(3)
    world.house.clock.advance(HOUR)
    const late = await come(4)
    const all = [...late.toReversed(), ...middle.toReversed(), ...early.toReversed()]
    const of = (query: Query) => list(ids.wait!, { state: 'entered', ...query })
    expect((await of({})).people.entered?.map(({ id }) => id)).toEqual(all)
    expect(await pages((query) => list(ids.wait!, query))).toEqual(all)
    const byOffset: number[] = []
    for (let offset = 0; offset < all.length; offset += 3)
      byOffset.push(...((await of({ limit: 3, offset })).people.entered ?? []).map(({ id }) => id))
    expect(byOffset).toEqual(all)
    // Stays of different lengths that overlap are where one order by coming and one by leaving part.
    expect((await of({ limit: 5, offset: 6 })).people.entered?.map(({ leftAt }) => leftAt !== null)).toEqual([
      false,
      true,
      true,
      true,
      true,
    ])
  })

  test('tells of nobody twice and passes over nobody while people leave and come between two pages', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId, ids, come, list } = await drawn(world)
    const gone = await come(3)
    world.house.clock.advance(3 * HOUR)
    await world.advance(flowId)
    const there = await come(7)
    const seen = await pages(
      (query) => list(ids.wait!, query),
      async (page) => {
        world.house.clock.advance(HOUR)
        await come(1)
        if (page === 1) world.house.clock.advance(2 * HOUR)
        await world.advance(flowId)
      },
    )
    expect(seen).toEqual([...there.toReversed(), ...gone.toReversed()])
  })

  test('goes on by state from a cursor, and refuses one that is not its own', async () => {
    const world = await openFlowWorld(await testHouse())
    const { ids, come, list } = await drawn(world)
    const people = await come(3)
    const first = await list(ids.wait!, { state: 'queued', limit: 2 })
    const second = await list(ids.wait!, { state: 'queued', limit: 2, cursor: first.paging.after ?? '' })
    const found = [...(first.people.queued ?? []), ...(second.people.queued ?? [])]
    expect(found.map(({ id }) => id)).toEqual(people.toReversed())
    expect(second.paging.after).toBeNull()
    const query = { state: 'queued' as const, cursor: '1_2_3' }
    expect((await world.client.send('listStepPeople', { params: { stepId: ids.wait! }, query })).status).toBe(400)
  })
})

test("a flow's history passes over nobody who leaves a step between two pages, and tells of deleted steps", async () => {
  const world = await openFlowWorld(await testHouse())
  const { flowId, ids, come } = await drawn(world)
  const people = await come(6)
  const of = async (query: { limit?: number; cursor?: string; stepId?: number }) =>
    world.client.call('getFlowHistory', { params: { id: flowId }, query })
  const came: number[] = []
  let cursor: string | undefined
  do {
    const { history, paging } = await of({ limit: 2, cursor, stepId: ids.wait! })
    came.push(...history.filter(({ type }) => type === 'entered').map(({ person }) => person!.id))
    cursor = paging.after ?? undefined
    world.house.clock.advance(2 * HOUR)
    await world.advance(flowId)
  } while (cursor)
  expect(came).toEqual(people.toReversed())
  await world.client.call('deleteStep', { params: { id: ids.wait! } })
  const { history } = await of({ limit: 100 })
  expect(history.filter(({ stepId, type }) => stepId === ids.wait && type === 'left')).toHaveLength(6)
})
