import { describe, expect, test } from 'vitest'
import { wrongWith } from '../../testing/index.ts'
import { recurringTimeTrigger } from './recurringTime.run.ts'
import { type RecurringTimeValues, recurringTimeStep } from './recurringTime.step.ts'

type Settings = Omit<RecurringTimeValues, 'segmentId'>

/** The next times of settings, counted from Tuesday, 10 March 2026. */
const times = (settings: Settings, zone: string, count = 3) => {
  const schedule = recurringTimeTrigger.schedule?.({ segmentId: 3, ...settings }, 7)
  if (schedule?.by !== 'clock') throw new Error('The recurring time goes by the clock.')
  const anchor = new Date('2026-03-10T00:00:00Z')
  const found: string[] = []
  for (let after = anchor; found.length < count; ) {
    const next = schedule.next(after, { zone, anchor })
    if (!next) break
    found.push(next.toISOString().slice(0, 16))
    after = next
  }
  return found
}

const every = (value: number, unit: Settings['every']['unit']) => ({ every: { value, unit } })

describe('the recurring time', () => {
  test.each<[string, Settings, string, string[]]>([
    [
      'each day',
      { ...every(1, 'days'), at: '09:00' },
      'UTC',
      ['2026-03-10T09:00', '2026-03-11T09:00', '2026-03-12T09:00'],
    ],
    [
      'on Mondays',
      { ...every(1, 'days'), weekdays: [1], at: '09:00' },
      'UTC',
      ['2026-03-16T09:00', '2026-03-23T09:00', '2026-03-30T09:00'],
    ],
    [
      'by a clock that changes on 29 March',
      { ...every(1, 'weeks'), weekdays: [7], at: '09:00' },
      'Europe/Berlin',
      ['2026-03-15T08:00', '2026-03-22T08:00', '2026-03-29T07:00'],
    ],
    [
      'on the 31st, or the last day there is',
      { ...every(1, 'months'), at: '09:00', startsOn: '2026-03-31' },
      'UTC',
      ['2026-03-31T09:00', '2026-04-30T09:00', '2026-05-31T09:00'],
    ],
    [
      'each 90 minutes',
      { ...every(90, 'minutes'), at: '08:00' },
      'UTC',
      ['2026-03-10T08:00', '2026-03-10T09:30', '2026-03-10T11:00'],
    ],
  ])('%s', (_name, settings, zone, wanted) => {
    expect(times(settings, zone)).toEqual(wanted)
  })

  test('lets each in once each time that it comes round', () => {
    const schedule = recurringTimeTrigger.schedule?.({ segmentId: 3, ...every(1, 'days'), at: '09:00' }, 7)
    if (schedule?.by !== 'clock') throw new Error('The recurring time goes by the clock.')
    const [first, second] = ['2026-03-10T09:00:00Z', '2026-03-11T09:00:00Z'].map((at) => schedule.keyOf(new Date(at)))
    expect(first).not.toBe(second)
    expect(schedule).toMatchObject({ segmentId: 3, once: null })
  })
})

describe('its settings', () => {
  test.each([
    [{ ...every(1, 'days'), segmentId: 3 }, 'Use a time such as 09:00.'],
    [{ ...every(1, 'days'), at: '09:00' }, 'Choose a segment.'],
    [{ ...every(1, 'days'), at: '09:00', segmentId: 3, startsOn: '31.12.2026' }, 'Choose a date.'],
    [{ ...every(15, 'minutes'), segmentId: 3 }, undefined],
    [{ ...every(1, 'days'), at: '09:00', segmentId: 3 }, undefined],
  ])('%j: %s', (values, message) => {
    expect(wrongWith(recurringTimeStep, values)).toBe(message)
  })

  test.each([
    [{}, 'Choose how often'],
    [{ ...every(1, 'days'), at: '09:00' }, 'Every day at 09:00. Choose a segment'],
    [
      { ...every(2, 'weeks'), weekdays: [1, 3], at: '09:00', segmentId: 3 },
      /^Every 2 weeks on .+ at 09:00, for “Trials”$/,
    ],
    [{ ...every(15, 'minutes'), at: '08:00', segmentId: 3 }, 'Every 15 minutes from 08:00, for “Trials”'],
  ])('%j in words', (values, text) => {
    const said = recurringTimeStep.summary(values, { segments: { 3: 'Trials' } }).text
    if (text instanceof RegExp) expect(said).toMatch(text)
    else expect(said).toBe(text)
  })
})
