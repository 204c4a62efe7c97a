import { expect, test } from 'vitest'
import { arrivedOf, sentOf } from './shares.ts'

test.each([
  ['nothing came back', { accepted: 100, delivered: 0, bounced: 0, refused: 0 }, 100, 100],
  ['refused at once', { accepted: 90, delivered: 0, bounced: 10, refused: 10 }, 100, 90],
  ['came back later', { accepted: 100, delivered: 0, bounced: 10, refused: 0 }, 100, 90],
  ['both', { accepted: 95, delivered: 0, bounced: 10, refused: 5 }, 100, 90],
  ['all refused', { accepted: 0, delivered: 0, bounced: 10, refused: 10 }, 10, 0],
  ['refused long ago', { accepted: 5, delivered: 0, bounced: 10, refused: 0 }, 10, 0],
  ['a provider tells', { accepted: 95, delivered: 80, bounced: 10, refused: 5 }, 100, 90],
])('%s', (_what, figures, sent, arrived) => {
  expect([sentOf(figures), arrivedOf(figures)]).toEqual([sent, arrived])
})
