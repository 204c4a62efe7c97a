import { describe, expect, test } from 'vitest'
import { wrongWith } from '../../testing/index.ts'
import { timeTrigger } from './time.run.ts'
import { timeStep } from './time.step.ts'

const clockOf = (at: string) => {
  const schedule = timeTrigger.schedule?.({ at, segmentId: 3 }, 7)
  if (schedule?.by !== 'clock') throw new Error('The time trigger goes by the clock.')
  return schedule
}

describe('the time trigger', () => {
  test.each([
    ['before it', '2026-05-04T07:00:00+02:00', '2026-05-04T04:59:59Z', '2026-05-04T05:00:00.000Z'],
    ['at it: it has come', '2026-05-04T07:00:00+02:00', '2026-05-04T05:00:00Z', undefined],
    ['behind it', '2026-05-04T07:00:00+02:00', '2026-05-05T00:00:00Z', undefined],
  ])('%s', (_name, at, after, next) => {
    const counting = { zone: 'UTC', anchor: new Date('2026-01-01T00:00:00Z') }
    expect(clockOf(at).next(new Date(after), counting)?.toISOString()).toBe(next)
  })

  test('lets each in once, whatever its time is changed to', () => {
    const key = (at: string) => clockOf(at).keyOf(new Date(at))
    expect(key('2026-05-04T07:00:00Z')).toBe(key('2026-06-04T07:00:00Z'))
    expect(clockOf('2026-05-04T07:00:00Z')).toMatchObject({ segmentId: 3, once: new Date('2026-05-04T07:00:00Z') })
  })
})

describe('its settings', () => {
  test.each([
    [{}, 'Missing date and time for step'],
    [{ at: 'tomorrow', segmentId: 3 }, 'Missing date and time for step'],
    [{ at: '2026-05-04T07:00:00Z' }, 'Choose a segment.'],
    [{ at: '2026-05-04T07:00:00Z', segmentId: 0 }, 'Choose a segment.'],
    [{ at: '2026-05-04T07:00:00+02:00', segmentId: 3 }, undefined],
  ])('%j: %s', (values, message) => {
    expect(wrongWith(timeStep, values)).toBe(message)
  })

  test('in words', () => {
    const names = { segments: { 3: 'Trials' } }
    expect(timeStep.summary({ at: '2026-05-04T07:00:00Z', segmentId: 3 }, names).text).toMatch(/^On .+, for “Trials”$/)
    expect(timeStep.summary({ at: '2026-05-04T07:00:00Z' }, names).text).toBe('Choose a segment')
    expect(timeStep.summary({}, names).text).toBe('Choose a date and a time')
  })
})
