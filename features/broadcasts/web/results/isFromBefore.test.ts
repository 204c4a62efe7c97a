import { expect, it } from 'vitest'
import { isFromBefore } from './isFromBefore.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 22, 9, 0, second)).toISOString()

it.each([
  ['before it ended', at(3), { startedAt: at(1), endedAt: at(4) }, true],
  ['since it ended', at(5), { startedAt: at(1), endedAt: at(4) }, false],
  ['in the moment of its end', at(4), { startedAt: at(1), endedAt: at(4) }, false],
  ['while it goes on', at(3), { startedAt: at(1), endedAt: null }, false],
  ['before it began', at(0), { startedAt: at(1), endedAt: null }, true],
  ['of a draft', at(0), { startedAt: null, endedAt: null }, false],
])('results %s are from before or not', (_when, read, item, isOld) => {
  expect(isFromBefore({ at: read }, item)).toBe(isOld)
})
