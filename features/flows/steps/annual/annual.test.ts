import { describe, expect, test } from 'vitest'
import { wrongWith } from '../../testing/index.ts'
import { annualTrigger } from './annual.run.ts'
import { annualStep } from './annual.step.ts'

const due = (value: string, at: string, zone: string, after: string) => {
  const schedule = annualTrigger.schedule?.({ field: 'birthday', at }, 7)
  if (schedule?.by !== 'dates') throw new Error('The annual trigger goes by dates.')
  const found = schedule.due(value, zone, new Date(after))
  return found && [found.at.toISOString(), found.key]
}

describe('the annual trigger', () => {
  test.each([
    ['later this year', '1990-07-04', '09:00', 'UTC', '2026-03-10', ['2026-07-04T09:00:00.000Z', 'year:7:2026']],
    ['gone by, next year', '1990-02-04', '09:00', 'UTC', '2026-03-10', ['2027-02-04T09:00:00.000Z', 'year:7:2027']],
    ['29 February', '1992-02-29', '09:00', 'UTC', '2026-01-01', ['2026-02-28T09:00:00.000Z', 'year:7:2026']],
    [
      '29 February in a leap year',
      '1992-02-29',
      '09:00',
      'UTC',
      '2028-01-01',
      ['2028-02-29T09:00:00.000Z', 'year:7:2028'],
    ],
    ['summer time', '1990-07-04', '09:00', 'Europe/Berlin', '2026-03-10', ['2026-07-04T07:00:00.000Z', 'year:7:2026']],
    [
      'the skipped hour',
      '1990-03-29',
      '02:30',
      'Europe/Berlin',
      '2026-03-10',
      ['2026-03-29T01:30:00.000Z', 'year:7:2026'],
    ],
    ['no date', 'soon', '09:00', 'UTC', '2026-03-10', undefined],
  ] as const)('%s', (_name, value, at, zone, after, wanted) => {
    expect(due(value, at, zone, `${after}T00:00:00Z`)).toEqual(wanted)
  })

  test('comes the same day on each clock, once a year whatever the clock', () => {
    const keys = ['Pacific/Apia', 'UTC', 'Pacific/Honolulu'].map((zone) =>
      due('1990-07-04', '09:00', zone, '2026-03-10'),
    )
    expect(keys.map((one) => one?.[0])).toEqual([
      '2026-07-03T20:00:00.000Z',
      '2026-07-04T09:00:00.000Z',
      '2026-07-04T19:00:00.000Z',
    ])
    expect(new Set(keys.map((one) => one?.[1])).size).toBe(1)
  })
})

describe('its settings', () => {
  test.each([
    [{}, 'Choose a field.'],
    [{ field: 'birthday', at: '9 am' }, 'Use a time such as 09:00.'],
    [{ field: 'birthday', at: '09:00' }, undefined],
  ])('%j: %s', (values, message) => {
    expect(wrongWith(annualStep, values)).toBe(message)
  })

  test('in words', () => {
    const names = { fields: { birthday: 'Birthday' } }
    expect(annualStep.summary({ field: 'birthday', at: '09:00' }, names).text).toBe('Every year on Birthday at 09:00')
    expect(annualStep.summary({}, {}).text).toBe('Choose a field')
  })
})
