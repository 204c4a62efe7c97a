import { recordChanges, takeChanges as take } from '@millrace/kit/jobs'
import { testHouse } from '@millrace/kit/testing'
import { expect, test } from 'vitest'
import { openFlowWorld } from '../../testing/index.ts'

test('what goes wrong in flows, and what could not be taken, is told of the account; the latter is tried again', async () => {
  const house = await testHouse()
  const [world, other] = [await openFlowWorld(house), await openFlowWorld(house)]
  const read = async (of = world) => (await of.client.call('getFlowsHealth', {})).health
  expect(await read()).toEqual({ flows: [], parked: [] })

  const { flowId, ids } = await world.draw({ start: ['/event', { eventName: 'Go' }], end: ['/end-flow'] }, [
    ['start', 'end'],
  ])
  const archived = await world.draw({ start: ['/event', { eventName: 'Go' }] }, [])
  const personId = await world.person()
  const trouble = (flow: number, code: string, stepId: number) =>
    world.system((tx) =>
      tx.run(
        `insert into flow_troubles (account_id, flow_id, code, step_id, reason, people, person_id, first_at, last_at)
         values ($1, $2, $3, $4, 'It does not work.', 2, $5, $6, $6)`,
        [world.accountId, flow, code, stepId, personId, house.clock.now()],
      ),
    )
  await trouble(flowId, 'step-failing', ids.end!)
  await trouble(archived.flowId, 'trigger', archived.ids.start!)
  await world.client.call('updateFlow', { params: { id: archived.flowId }, body: { archived: true } })
  const { flows } = await read()
  expect(flows).toMatchObject([
    {
      id: flowId,
      name: 'Drawn',
      objectType: 'person',
      troubles: [{ code: 'step-failing', stepId: ids.end, people: 2 }],
    },
  ])

  let isBroken = true
  const taken: number[] = []
  const reactor = {
    name: 'picky',
    react: async (_tx: unknown, _account: number, changes: readonly { id: number }[]) => {
      if (isBroken) throw new Error('Nobody can take this.')
      taken.push(...changes.map(({ id }) => id))
      return undefined
    },
  }
  const takeOne = () => take(house.db, house.clock, [reactor], world.accountId, { most: 1 })
  await world.system((tx) =>
    recordChanges(tx, house, world.accountId, [
      { kind: 'tag.added', personId, ref: 1 },
      { kind: 'tag.added', personId, ref: 2 },
    ]),
  )
  await takeOne()
  await takeOne()
  expect((await read()).parked).toMatchObject([{ kind: 'tag.added', reason: 'Nobody can take this.', changes: 2 }])
  expect((await read(other)).parked).toEqual([])
  expect(await other.client.call('retryParkedChanges', {})).toEqual({ given: 0 })
  isBroken = false
  expect(await world.client.call('retryParkedChanges', {})).toEqual({ given: 2 })
  expect((await read()).parked).toEqual([])
  await takeOne()
  await takeOne()
  expect(taken).toHaveLength(2)
})
