import { describe, expect, test } from 'vitest'
import { wrongWith } from '../../testing/index.ts'
import { dateFieldTrigger } from './dateField.run.ts'
import { type DateFieldValues, dateFieldStep } from './dateField.step.ts'

const due = (value: string, settings: Omit<DateFieldValues, 'field'>, zone: string, after: string) => {
  const schedule = dateFieldTrigger.schedule?.({ field: 'trialEnd', ...settings }, 7)
  if (schedule?.by !== 'dates') throw new Error('The date field trigger goes by dates.')
  const found = schedule.due(value, zone, new Date(`${after}T00:00:00Z`))
  return found && [found.at.toISOString(), found.key]
}

const offset = (value: number, unit: 'hours' | 'days' | 'weeks', direction: 'before' | 'on' | 'after') => ({
  offset: { value, unit, direction },
})

describe('the date field trigger', () => {
  test.each([
    ['on the day', '2026-05-04', {}, 'UTC', '2026-05-04T09:00:00.000Z', '2026-05-04'],
    ['a week before', '2026-05-04', offset(1, 'weeks', 'before'), 'UTC', '2026-04-27T09:00:00.000Z', '2026-05-04'],
    ['3 days after', '2026-05-04', offset(3, 'days', 'after'), 'UTC', '2026-05-07T09:00:00.000Z', '2026-05-04'],
    [
      'over the change of clocks',
      '2026-04-01',
      offset(7, 'days', 'before'),
      'Europe/Berlin',
      '2026-03-25T08:00:00.000Z',
      '2026-04-01',
    ],
    ['on a clock far west', '2026-05-04', {}, 'Pacific/Honolulu', '2026-05-04T19:00:00.000Z', '2026-05-04'],
  ] as const)('%s', (_name, value, settings, zone, at, day) => {
    expect(due(value, { at: '09:00', ...settings }, zone, '2026-03-10')).toEqual([at, `date:7:${day}`])
  })

  test('to the hour, no time of day is asked for', () => {
    const before = due('2026-05-04T12:30:00Z', offset(2, 'hours', 'before'), 'Europe/Berlin', '2026-03-10')
    expect(before?.[0]).toBe('2026-05-04T10:30:00.000Z')
  })

  test.each([
    ['gone by', '2026-03-01'],
    ['no date', 'soon'],
    ['nothing', ''],
  ])('%s: nobody comes', (_name, value) => {
    expect(due(value, { at: '09:00' }, 'UTC', '2026-03-10')).toBeUndefined()
  })
})

describe('its settings', () => {
  test.each([
    [{}, 'Choose a field.'],
    [{ field: 'trialEnd' }, 'Use a time such as 09:00.'],
    [{ field: 'trialEnd', at: '25:00' }, 'Use a time such as 09:00.'],
    [{ field: 'trialEnd', at: '09:00', ...offset(-1, 'days', 'before') }, 'Use at least 0.'],
    [{ field: 'trialEnd', at: '09:00', ...offset(1.5, 'days', 'before') }, 'Use a whole number.'],
    [{ field: 'trialEnd', at: '09:00' }, undefined],
    [{ field: 'trialEnd', ...offset(2, 'hours', 'before') }, undefined],
  ])('%j: %s', (values, message) => {
    expect(wrongWith(dateFieldStep, values)).toBe(message)
  })

  test.each([
    [{}, 'Choose a field'],
    [{ field: 'trialEnd', at: '09:00' }, 'On Trial end at 09:00'],
    [{ field: 'trialEnd', at: '09:00', ...offset(7, 'days', 'before') }, '7 days before Trial end at 09:00'],
    [{ field: 'trialEnd', ...offset(2, 'hours', 'after') }, '2 hours after Trial end'],
  ] as const)('%j in words', (values, text) => {
    expect(dateFieldStep.summary(values, { fields: { trialEnd: 'Trial end' } }).text).toBe(text)
  })
})
