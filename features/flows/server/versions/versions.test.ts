import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { compareDrawings, comparisonInWords } from '../../contract/index.ts'
import { openFlowWorld } from '../../testing/index.ts'

const EVENT = { eventName: 'Signed up' }
const WAIT = { kind: 'duration', value: 1, unit: 'days' }

/** A flow that is on, edited twice by hand: the wait becomes longer, the tag is deleted. */
const edited = async () => {
  const house = await testHouse()
  const world = await openFlowWorld(house)
  const { client } = world
  const { flowId, ids } = await world.draw(
    { start: ['/event', EVENT], wait: ['/delay-v2', WAIT], tag: ['/add-tag', { tag: 'Warm' }] },
    [
      ['start', 'wait'],
      ['wait', 'tag'],
    ],
  )
  await world.switchOn(flowId)
  house.clock.advance(120_000)
  const values = { ...WAIT, value: 3 }
  await client.call('updateStep', { params: { id: ids.wait! }, body: { inputFields: { values } } })
  house.clock.advance(120_000)
  await client.call('deleteStep', { params: { id: ids.tag! } })
  return { ...world, house, flowId, ids }
}

describe('versions of a flow', () => {
  test('are listed with what they were, and compared in words', async () => {
    const { client, flowId, ids } = await edited()
    const { versions } = await client.call('listFlowVersions', { params: { id: flowId }, query: {} })
    expect(versions.map(({ version, stepCount, isCurrent }) => [version, stepCount, isCurrent])).toEqual([
      [3, 2, true],
      [2, 3, false],
      [1, 3, false],
    ])
    const at = async (version: number) =>
      (await client.call('getFlowVersion', { params: { id: flowId, version } })).drawing
    const comparison = compareDrawings(await at(1), await at(3))
    expect(comparison.steps.get(ids.tag!)?.change).toBe('removed')
    expect(comparison.steps.get(ids.wait!)?.words).toContain('is “Wait 3 days')
    expect(comparisonInWords(comparison)).toBe('1 step removed, 1 step changed, 1 link changed')
    expect(comparisonInWords(compareDrawings(await at(1), await at(1)))).toBe('nothing')
    const moved = await at(1)
    moved.steps[0]!.x += 40
    expect(comparisonInWords(compareDrawings(await at(1), moved))).toBe('1 moved')
  })

  test('come back with the same steps, so that what was kept about them is about them again', async () => {
    const { client, flowId, ids, rows } = await edited()
    const { integration } = await client.call('restoreFlowVersion', { params: { id: flowId, version: 1 } })
    expect(Object.keys(integration.steps).map(Number).sort()).toEqual(Object.values(ids).sort())
    expect(integration.steps[ids.wait!]?.inputFields.values).toEqual(WAIT)
    expect(integration.links.map(({ source, target }) => [source, target])).toEqual([
      [ids.start, ids.wait],
      [ids.wait, ids.tag],
    ])
    const [flow] = await rows<{ version: number }>('select version from flows where account_id = $1 and id = $2', [
      flowId,
    ])
    expect(flow?.version).toBe(4)
    const { history } = await client.call('getFlowHistory', { params: { id: flowId }, query: {} })
    expect(history.map(({ type }) => type)).toContain('version-restored')
  })

  test('of edits within a minute the last is kept, named ones and the first stay', async () => {
    const house = await testHouse()
    const { client, draw, switchOn, system, accountId } = await openFlowWorld(house)
    const { flowId, ids } = await draw({ start: ['/event', EVENT], wait: ['/delay-v2', WAIT] }, [['start', 'wait']])
    await switchOn(flowId)
    // Clocks go on between switching on and writing its version.
    await system((tx) =>
      tx.run(`update flows set activated_at = activated_at - interval '5 ms' where account_id = $1`, [accountId]),
    )
    const set = async (value: number) => {
      house.clock.advance(10_000)
      const values = { ...WAIT, value }
      await client.call('updateStep', { params: { id: ids.wait! }, body: { inputFields: { values } } })
    }
    await set(2)
    await client.call('nameFlowVersion', { params: { id: flowId, version: 2 }, body: { name: 'Two days' } })
    await set(3)
    await set(4)
    const { versions } = await client.call('listFlowVersions', { params: { id: flowId }, query: {} })
    expect(versions.map(({ version, name }) => [version, name])).toEqual([
      [4, null],
      [2, 'Two days'],
      [1, null],
    ])
  })

  test('that were the latest stay when an older one is restored, so that it is taken back by restoring them', async () => {
    const house = await testHouse()
    const { client, draw, switchOn } = await openFlowWorld(house)
    const { flowId, ids } = await draw({ start: ['/event', EVENT], wait: ['/delay-v2', WAIT] }, [['start', 'wait']])
    await switchOn(flowId)
    const params = { id: flowId }
    const set = (value: number) =>
      client.call('updateStep', { params: { id: ids.wait! }, body: { inputFields: { values: { ...WAIT, value } } } })
    const restore = async (version: number) => {
      const { integration } = await client.call('restoreFlowVersion', { params: { ...params, version } })
      return integration.steps[ids.wait!]?.inputFields.values.value
    }
    const listed = async () =>
      (await client.call('listFlowVersions', { params, query: {} })).versions.map(({ version }) => version)
    house.clock.advance(10_000)
    await set(2)
    // All within a minute, and by one member.
    expect(await restore(1)).toBe(1)
    expect(await listed()).toEqual([3, 2, 1])
    expect(await restore(2)).toBe(2)
    expect(await listed()).toEqual([4, 3, 2, 1])
    // Switched off, an edit makes no version; restoring one does.
    await client.call('updateFlow', { params, body: { status: 'deactivated-user' } })
    await set(9)
    expect(await restore(1)).toBe(1)
    expect(await listed()).toEqual([5, 4, 3, 2, 1])
    expect(await restore(5)).toBe(9)
    const { versions } = await client.call('listFlowVersions', { params, query: {} })
    expect(versions.filter(({ isCurrent }) => isCurrent)).toEqual([])
  })

  test('that cannot run are refused while the flow is on; unknown ones and those of others are not there', async () => {
    const { client, flowId, server, house, system, accountId } = await edited()
    await system((tx) =>
      tx.run(
        `update flow_versions set drawing = jsonb_set(drawing, '{links}', '[]') where account_id = $1 and version = 1`,
        [accountId],
      ),
    )
    const broken = await client.send('restoreFlowVersion', { params: { id: flowId, version: 1 } })
    expect(broken.status).toBe(422)
    expect(JSON.stringify(broken.body)).toContain('This version cannot run as it is')
    expect((await client.send('getFlowVersion', { params: { id: flowId, version: 9 } })).status).toBe(404)
    const other = server.as(await house.newAccount())
    expect((await other.send('getFlowVersion', { params: { id: flowId, version: 1 } })).status).toBe(404)
    expect((await other.send('restoreFlowVersion', { params: { id: flowId, version: 1 } })).status).toBe(404)
  })
})
