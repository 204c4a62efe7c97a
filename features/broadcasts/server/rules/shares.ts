import type { AbTest } from '../../contract/index.ts'

/** Where somebody of the audience goes: to a variant of the test, or to those who wait for the winner. */
export type Share = { variant: number; isRest: boolean }

const mix = (value: number): number => {
  let h = value >>> 0
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d)
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b)
  return (h ^ (h >>> 16)) >>> 0
}

/** A number from 0 to 1 that is the same each time for a person of a broadcast, and says nothing about another broadcast. */
export const lotOf = (broadcastId: number, personId: number): number => {
  const high = Math.floor(personId / 2 ** 32)
  return mix(mix(mix(broadcastId) ^ high) ^ mix(personId % 2 ** 32)) / 2 ** 32
}

/** Percent by variant: as told, else everybody in equal parts. */
export const distributionOf = ({ variants, distribution }: Pick<AbTest, 'variants' | 'distribution'>): number[] =>
  distribution.length === variants.length ? distribution : variants.map(() => 100 / variants.length)

/** From where in the lot, 0 to 1, each variant's part goes; behind the last one are those who wait for the winner. */
const borders = (test: AbTest): number[] => {
  let sum = 0
  const parts = distributionOf(test).map((percent) => {
    sum += percent / 100
    return sum
  })
  // Without a winner nobody waits: rounding must leave nobody over.
  return test.pickWinner ? parts : parts.map((border, index) => (index === parts.length - 1 ? 2 : border))
}

const shareAt = (place: number, parts: readonly number[]): Share => {
  const variant = parts.findIndex((border) => place < border - 1e-9)
  return variant < 0 ? { variant: 0, isRest: true } : { variant, isRest: false }
}

/** Deals people of a large audience by lot: each by themselves, so that it can be done a part at a time. */
export const dealByLot = (test: AbTest, broadcastId: number, personIds: readonly number[]): Share[] => {
  const parts = borders(test)
  return personIds.map((id) => shareAt(lotOf(broadcastId, id), parts))
}

/** Deals a whole audience so that the parts have exactly the sizes that were asked for, give or take one. */
export const dealExactly = (test: AbTest, broadcastId: number, personIds: readonly number[]): Share[] => {
  const parts = borders(test)
  const order = personIds
    .map((id, index) => ({ index, lot: lotOf(broadcastId, id), id }))
    .sort((a, b) => a.lot - b.lot || a.id - b.id)
  const shares: Share[] = new Array(personIds.length)
  for (const [rank, { index }] of order.entries()) shares[index] = shareAt((rank + 0.5) / order.length, parts)
  return shares
}
