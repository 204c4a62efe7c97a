import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { type FlowWorld, openEntry, openFlowWorld, wrongWith } from '../../testing/index.ts'
import { segmentTriggerStep } from './segmentTrigger.step.ts'

const become = async (world: FlowWorld, personId: number, plan: string | null) => {
  const { doors } = world.engine
  await world.system((tx) => doors.changeFields(tx, world.accountId, [{ personId, fields: { plan } }]))
  await world.takeChangesWithSegments()
}

const pros = (world: FlowWorld) =>
  world.segment('Pros', { type: 'field', field: 'plan', condition: 'is', value: 'pro' } as never)

describe('the segment', () => {
  test('starts it for those who enter, each time they do', async () => {
    const world = await openFlowWorld(await testHouse())
    const flow = await openEntry(world, ['/segment-trigger', { segmentId: await pros(world), change: 'entered' }])
    const [ada, bob] = [await world.person(), await world.person()]
    await become(world, ada, 'pro')
    await become(world, bob, 'free')
    expect(await flow.entered()).toEqual([ada])
    await become(world, ada, 'free')
    expect(await flow.entered()).toEqual([ada])
    await become(world, ada, 'pro')
    expect(await flow.entered()).toEqual([ada, ada])
  })

  test('starts it for those who leave, also by what they lose', async () => {
    const world = await openFlowWorld(await testHouse())
    const flow = await openEntry(world, ['/segment-trigger', { segmentId: await pros(world), change: 'left' }])
    const [ada, bob, cid] = [await world.person(), await world.person(), await world.person()]
    for (const person of [ada, bob]) await become(world, person, 'pro')
    await become(world, cid, 'free')
    await become(world, ada, 'free')
    await become(world, bob, null)
    await become(world, cid, null)
    expect(await flow.entered()).toEqual([ada, bob])
  })

  test('must be there when the flow is switched on', async () => {
    const world = await openFlowWorld(await testHouse())
    await expect(openEntry(world, ['/segment-trigger', { segmentId: 999_999, change: 'left' }])).rejects.toThrow(
      'This segment is not there any more. Choose another one.',
    )
  })
})

describe('its settings', () => {
  test.each([
    [{ change: 'entered' }, 'Choose a segment.'],
    [{ segmentId: 0, change: 'entered' }, 'Choose a segment.'],
    [{ segmentId: 'pros', change: 'entered' }, 'Choose a segment.'],
    [{ segmentId: '7', change: 'left' }, undefined],
  ])('%j says %s', (values, message) => {
    expect(wrongWith(segmentTriggerStep, values)).toBe(message)
  })

  test.each([
    [{}, 'Choose a segment'],
    [{ segmentId: 7, change: 'entered' }, 'Entered segment “Pros”'],
    [{ segmentId: 8, change: 'left' }, 'Left segment “8”'],
  ] as const)('%j in words', (values, text) => {
    expect(segmentTriggerStep.summary(values, { segments: { 7: 'Pros' } }).text).toBe(text)
  })
})
