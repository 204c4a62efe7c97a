import type { Change } from '@millrace/kit/jobs'
import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { openFlowWorld, whoEntered } from '../../testing/index.ts'
import { fieldChangedTrigger } from './fieldChanged.run.ts'
import { fieldChangedStep } from './fieldChanged.step.ts'

const at = { now: new Date('2026-03-10T12:00:00Z'), zone: 'Europe/Berlin' }

const changed = (field: string, before: unknown, after: unknown): Change => ({
  id: 1,
  kind: 'person.changed',
  personId: 1,
  ref: null,
  at: at.now,
  data: { source: 'api', fields: [field], before: { [field]: before }, after: { [field]: after } },
})

const starts = (values: { field: string; from?: string; to?: string }, change: Change) =>
  fieldChangedTrigger.match(values, 1).meets?.(change, at) !== undefined

describe('which changes start it', () => {
  test.each([
    ['any change', {}, null, 'pro', true],
    ['a change to nothing', {}, 'pro', null, true],
    ['to the value', { to: 'pro' }, 'free', 'pro', true],
    ['to the value in other letters', { to: ' PRO ' }, 'free', 'pro', true],
    ['to another value', { to: 'pro' }, 'free', 'team', false],
    ['from the value', { from: 'free' }, 'free', 'pro', true],
    ['from another value', { from: 'free' }, 'trial', 'pro', false],
    ['from nothing', { from: 'free' }, null, 'pro', false],
    ['from and to', { from: 'free', to: 'pro' }, 'free', 'pro', true],
    ['only one of both', { from: 'free', to: 'pro' }, 'free', 'team', false],
    ['only spaces: any value', { from: '  ', to: '' }, 'a', 'b', true],
    ['a number as text', { to: '5' }, 4, 5, true],
    ['a number in another form', { to: '5.0' }, 4, 5, true],
    ['yes or no', { to: 'true' }, false, true, true],
    ['one of several values', { to: 'b' }, ['a'], ['a', 'b'], true],
    ['none of several values', { to: 'c' }, ['a'], ['a', 'b'], false],
    ['a day', { to: '2026-03-01' }, null, '2026-03-01', true],
    ['a moment on that day, in the account’s time zone', { to: '2026-03-01' }, null, '2026-02-28T23:30:00.000Z', true],
    ['a moment on the next day', { to: '2026-03-01' }, null, '2026-03-01T23:30:00.000Z', false],
    ['a text that only begins like a date', { to: '2026-03-01' }, null, '2026-03-01 is the day', false],
  ] as const)('%s', (_, values, before, after, isMet) => {
    expect(starts({ field: 'plan', ...values }, changed('plan', before, after))).toBe(isMet)
  })

  test('another field does not', () => {
    expect(starts({ field: 'plan' }, changed('city', 'a', 'b'))).toBe(false)
  })

  test('a change that does not say its values starts it only where none is asked for', () => {
    const change = { ...changed('plan', 1, 2), data: { source: 'field', fields: ['plan'] } }
    expect(starts({ field: 'plan' }, change)).toBe(true)
    expect(starts({ field: 'plan', to: '2' }, change)).toBe(false)
    expect(starts({ field: 'plan', from: '1' }, change)).toBe(false)
  })
})

describe('its settings', () => {
  test.each([
    [{}, 'Choose a field'],
    [{ field: 'plan' }, 'Plan changed'],
    [{ field: 'plan', to: 'pro' }, 'Plan changed to pro'],
    [{ field: 'plan', from: 'free' }, 'Plan changed from free'],
    [{ field: 'mrr', from: '0', to: '10' }, 'mrr changed from 0 to 10'],
  ])('%j in words', (values, text) => {
    expect(fieldChangedStep.summary(values, { fields: { plan: 'Plan' } }).text).toBe(text)
  })

  test('from a value to the same value is a problem', () => {
    expect(fieldChangedStep.problems({ field: 'plan', from: 'Pro', to: 'pro ' })).toHaveLength(1)
    expect(fieldChangedStep.problems({ field: 'plan', from: 'free', to: 'pro' })).toEqual([])
    expect(fieldChangedStep.problems({ field: 'plan' })).toEqual([])
  })
})

describe('in a flow', () => {
  test('people enter at the change and not by what they came with, nor by the same value again', async () => {
    const world = await openFlowWorld(await testHouse())
    const start = ['/field-changed', { field: 'plan', to: 'pro' }] as [string, Record<string, unknown>]
    const { flowId } = await world.draw({ start, end: ['/end-flow'] }, [['start', 'end']])
    await world.switchOn(flowId)
    const [ada, bob] = [
      await world.person({ fields: { plan: 'free' } }),
      await world.person({ fields: { plan: 'pro' } }),
    ]
    const set = (personId: number, plan: string) =>
      world.system((tx) => world.engine.doors.changeFields(tx, world.accountId, [{ personId, fields: { plan } }]))
    await set(ada, 'pro')
    await set(bob, 'pro')
    await world.takeChanges()
    expect(await whoEntered(world, flowId)).toEqual([ada])
    await set(ada, 'free')
    await set(ada, 'pro')
    await world.takeChanges()
    expect(await whoEntered(world, flowId)).toEqual([ada, ada])
  })
})
