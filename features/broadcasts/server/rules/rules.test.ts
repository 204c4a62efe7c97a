import { describe, expect, it } from 'vitest'
import { type AbTest, CONTROL_VARIANT_ID, sentOff } from '../../contract/index.ts'
import { chances, winnerOf } from './certainty.ts'
import { firstMoment, sameWall } from './moments.ts'
import { dealByLot, dealExactly } from './shares.ts'

const variant = (n: number) => ({
  type: 'email' as const,
  emailId: n + 1,
  variantId: n ? `${n}1111111-1111-4111-8111-111111111111` : CONTROL_VARIANT_ID,
})
const testOf = (distribution: number[], pickWinner = true): AbTest => ({
  enabled: true,
  variants: distribution.map((_percent, n) => variant(n)),
  pickWinner,
  pickWinnerBy: 'open',
  waitBeforeWinnerPeriod: 1,
  waitBeforeWinnerPeriodType: 'hours',
  distribution,
  winner: null,
  winnerPickedAt: null,
})
const ids = Array.from({ length: 1_000 }, (_, n) => n + 1)
const sizes = (shares: readonly { variant: number; isRest: boolean }[]) => {
  const count: Record<string, number> = {}
  for (const share of shares) {
    const key = share.isRest ? 'rest' : String(share.variant)
    count[key] = (count[key] ?? 0) + 1
  }
  return count
}

describe('dealing', () => {
  it('gives a small audience parts of the exact size', () => {
    expect(sizes(dealExactly(testOf([10, 15, 5]), 7, ids))).toEqual({ 0: 100, 1: 150, 2: 50, rest: 700 })
    expect(sizes(dealExactly(testOf([50, 50], false), 7, ids))).toEqual({ 0: 500, 1: 500 })
    expect(sizes(dealExactly(testOf([33.3, 33.3, 33.3], false), 7, ids.slice(0, 9)))).toEqual({ 0: 3, 1: 3, 2: 3 })
  })

  it('gives a large one parts of about that size, each person the same part however it is divided', () => {
    const test = testOf([10, 20])
    const whole = dealByLot(test, 9, ids)
    const parts = [...dealByLot(test, 9, ids.slice(0, 400)), ...dealByLot(test, 9, ids.slice(400))]
    expect(parts).toEqual(whole)
    const { 0: first = 0, 1: second = 0, rest = 0 } = sizes(whole)
    expect(first).toBeGreaterThan(70)
    expect(first).toBeLessThan(130)
    expect(second).toBeGreaterThan(160)
    expect(second).toBeLessThan(240)
    expect(first + second + rest).toBe(1_000)
    expect(dealByLot(test, 10, ids)).not.toEqual(whole)
  })
})

describe('the winner', () => {
  it('is who did best, the first of equals; how sure that is depends on how many were asked', () => {
    expect(
      winnerOf([
        { people: 10, met: 2 },
        { people: 10, met: 3 },
      ]),
    ).toBe(1)
    expect(
      winnerOf([
        { people: 0, met: 0 },
        { people: 10, met: 0 },
      ]),
    ).toBe(0)
    const few = chances([
      { people: 10, met: 2 },
      { people: 10, met: 3 },
    ])
    const many = chances([
      { people: 1_000, met: 200 },
      { people: 1_000, met: 300 },
    ])
    expect(few[1]).toBeGreaterThan(0.5)
    expect(few[1]).toBeLessThan(0.8)
    expect(many[1]).toBeGreaterThan(0.999)
    expect(
      chances([
        { people: 10, met: 2 },
        { people: 10, met: 3 },
      ]),
    ).toEqual(few)
    const three = chances([1, 2, 3].map(() => ({ people: 0, met: 0 })))
    for (const chance of three) expect(chance).toBeCloseTo(1 / 3, 1)
  })
})

describe('moments', () => {
  it('are the same time of day in every zone, where clocks change too', () => {
    const at = new Date('2026-03-29T09:00:00Z')
    expect(sameWall(at, 'UTC', 'Europe/Berlin').toISOString()).toBe('2026-03-29T07:00:00.000Z')
    expect(sameWall(at, 'UTC', 'Mars/Olympus')).toEqual(at)
    expect(firstMoment(at, true, 'UTC').toISOString()).toBe('2026-03-28T19:00:00.000Z')
    expect(firstMoment(at, false, 'UTC')).toEqual(at)
  })
})

describe('words', () => {
  it('say which of the two happened', () => {
    expect(sentOff('scheduled')).toBe('🚀 Awesome! Broadcast is scheduled.')
    expect(sentOff('sending')).toBe('🚀 Awesome! Broadcast is sending.')
  })
})
