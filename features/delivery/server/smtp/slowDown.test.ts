import { expect, it } from 'vitest'
import { isSlowDown, isSpamBlock } from './slowDown.ts'

const reply = (line: string) => ({ code: Number(line.slice(0, 3)), text: line.slice(4) })
const refused = (stage: 'sender' | 'recipient' | 'message', line: string) =>
  ({ kind: 'refused', stage, reply: reply(line) }) as const

it.each([
  ['recipient', '421 4.7.0 Try again later, closing connection.', true],
  ['sender', '450 4.7.1 Requested action not taken', true],
  ['message', '421 4.7.28 Our system has detected an unusual rate of mail', true],
  ['recipient', '452 4.3.1 Insufficient system resources', true],
  ['recipient', '450 4.2.1 The user you are trying to contact is receiving mail too quickly', true],
  ['message', '451 4.7.1 Greylisting in action, please come back later', false],
  ['recipient', '452 4.2.2 The mailbox is over quota and has exceeded its storage', false],
  ['recipient', '450 4.2.0 Mailbox busy', false],
  ['recipient', '550 5.7.1 rate limit', false],
] as const)('at the %s "%s" puts off whoever sends: %s', (stage, line, expected) => {
  expect(isSlowDown(refused(stage, line))).toBe(expected)
})

it('knows other outcomes from that', () => {
  expect(isSlowDown({ kind: 'accepted', reply: reply('250 ok') })).toBe(false)
  expect(isSlowDown({ kind: 'notSent', error: 'too many', isUnreachable: true })).toBe(false)
})

it.each([
  ['550 5.7.1 Service unavailable; client host blocked using Spamhaus', true],
  ['554 Message refused as spam', true],
  ['550 5.1.1 No such user, mailbox blocked', false],
  ['550 5.7.1 Relaying denied', false],
  ['450 4.7.1 blocked for now', false],
])('"%s" is a block of spam: %s', (line, expected) => {
  expect(isSpamBlock(reply(line))).toBe(expected)
})
