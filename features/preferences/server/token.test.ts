import { keysFrom } from '@millrace/kit/server'
import { expect, test } from 'vitest'
import { preferenceToken, readPreferenceToken, type Subscriber } from './token.ts'

const house = { keys: keysFrom('a secret of thirty-two signs and more') }
const SUBSCRIBERS: Subscriber[] = [
  { accountId: 1, personId: 0 },
  { accountId: 36 ** 5, personId: 36 ** 7, send: { id: 36 ** 8, reasonAt: new Date('2059-01-01') }, isElsewhere: true },
]

test.each(SUBSCRIBERS)(
  'a token of %j is read whatever becomes of its letters, and fits into an address',
  (subscriber) => {
    const token = preferenceToken(house, subscriber)
    expect(`u.${token}`.length).toBeLessThanOrEqual(64)
    expect(token).toBe(token.toLowerCase())
    for (const told of [token, token.toUpperCase()]) expect(readPreferenceToken(house, told)).toEqual(subscriber)
  },
)

test('tokens in mail that left before are read as they were', () => {
  const text = '1.z'
  const old = `${text}.${house.keys.sign('preferences', text, 15)}`
  expect(readPreferenceToken(house, old)).toEqual({ accountId: 1, personId: 35 })
})

test('none can be made up', () => {
  const token = preferenceToken(house, { accountId: 1, personId: 2 })
  const last = token.endsWith('0') ? '1' : '0'
  const forged = [
    `${token.slice(0, -1)}${last}`,
    token.replace(/^1/, '2'),
    token.slice(0, -1),
    `${token}0`,
    '',
    '.',
    'x',
  ]
  for (const one of forged) expect(readPreferenceToken(house, one)).toBeUndefined()
})
