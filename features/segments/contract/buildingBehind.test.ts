import { expect, test } from 'vitest'
import { buildingBehind } from './buildingBehind.ts'
import type { Condition, Conditions } from './conditions.ts'

const group = (...conditions: Condition[]): Conditions => ({ type: 'group', operator: 'or', conditions })
const isIn = (value: number): Condition => ({ type: 'segment', value, condition: 'not in' })
const along = (value: number): Condition => ({
  type: 'association',
  value: 1,
  condition: { type: 'any' },
  associationConditions: group(isIn(value)),
})
const one = (id: number, building: boolean, ...conditions: Condition[]) => ({
  id,
  building,
  conditions: group(...conditions),
})

test.each([
  ['itself', [one(1, true), one(2, true)], 1],
  ['one in its conditions', [one(1, false, isIn(3), isIn(2)), one(2, true), one(3, false)], 2],
  ['one in a group, deeper', [one(1, false, group(isIn(2))), one(2, false, isIn(3)), one(3, true)], 3],
  ['one that what is associated is asked about', [one(1, false, along(2)), one(2, true)], 2],
  ['nothing where others are built', [one(1, false, isIn(2)), one(2, false), one(3, true, isIn(1))], undefined],
  ['nothing of what is not there', [one(1, false, isIn(9)), one(2, true)], undefined],
  ['nothing, though they name each other', [one(1, false, isIn(2)), one(2, false, isIn(1))], undefined],
])('who is in a segment is kept open by %s', (_what, segments, id) => {
  expect(buildingBehind(segments, 1)?.id).toBe(id)
})
