import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { openFlowWorld, openTrial, wrongWith } from '../../testing/index.ts'
import { segmentStep } from './segment.step.ts'

describe('the segment filter', () => {
  test('parts those who are in the segment from those who are not, have left it, or came a moment ago', async () => {
    const world = await openFlowWorld(await testHouse())
    const segmentId = await world.segment('Pros', {
      type: 'field',
      field: 'plan',
      condition: 'is',
      value: 'pro',
    } as never)
    const { doors } = world.engine
    const become = (personId: number, plan: string) =>
      world.system((tx) => doors.changeFields(tx, world.accountId, [{ personId, fields: { plan } }]))
    const trial = await openTrial(world, ['/segment', { segmentId }], ['yes', 'no'])
    const [ada, bob, cid, eve] = [
      await world.person(),
      await world.person(),
      await world.person(),
      await world.person(),
    ]
    for (const person of [ada, cid]) await become(person, 'pro')
    await become(bob, 'free')
    await world.takeChangesWithSegments()
    await become(cid, 'free')
    await become(eve, 'pro')
    for (const person of [ada, bob, cid, eve]) await world.event(person, 'Go')
    await world.takeChangesWithSegments()
    expect(await trial.left()).toEqual({ [ada]: 'yes', [bob]: 'no', [cid]: 'no', [eve]: 'yes' })
  })
})

describe('its settings', () => {
  test.each([
    [{}, 'Choose a segment.'],
    [{ segmentId: -1 }, 'Choose a segment.'],
    [{ segmentId: 'x' }, 'Choose a segment.'],
    [{ segmentId: '3' }, undefined],
  ])('%j says %s', (values, message) => {
    expect(wrongWith(segmentStep, values)).toBe(message)
  })

  test.each([
    [{}, 'Choose a segment'],
    [{ segmentId: 7 }, 'In segment “Pros”'],
    [{ segmentId: 8 }, 'In segment “8”'],
  ])('%j in words', (values, text) => {
    expect(segmentStep.summary(values, { segments: { 7: 'Pros' } }).text).toBe(text)
  })
})
