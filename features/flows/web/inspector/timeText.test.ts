import { expect, it } from 'vitest'
import { HALF_HOURS, readTime } from './timeText.ts'

it.each([
  ['9', '09:00'],
  ['09:00', '09:00'],
  ['9:30', '09:30'],
  ['930', '09:30'],
  ['2115', '21:15'],
  ['9.30', '09:30'],
  ['21h15', '21:15'],
  ['9 pm', '21:00'],
  ['9:30PM', '21:30'],
  ['12 am', '00:00'],
  ['12 pm', '12:00'],
  ['0', '00:00'],
  ['23:59', '23:59'],
  ['24:00', undefined],
  ['9:60', undefined],
  ['13 pm', undefined],
  ['noon', undefined],
  ['', undefined],
  ['9:', undefined],
])('%j is read as %s', (typed, time) => {
  expect(readTime(typed)).toBe(time)
})

it('offers every half hour once', () => {
  expect([HALF_HOURS[0], HALF_HOURS[1], HALF_HOURS[47], new Set(HALF_HOURS).size]).toEqual([
    '00:00',
    '00:30',
    '23:30',
    48,
  ])
})
