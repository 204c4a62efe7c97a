import { describe, expect, test } from 'vitest'
import { itemsIn, readIntake } from './readItem.ts'

const now = new Date('2026-03-10T09:00:00Z')
const read = (item: unknown) => readIntake(item, now)

describe('what is taken in', () => {
  test('an event with keys, fields and tags in user', () => {
    const user = { email: 'a@b.io', userId: 4, segmentAnonymousId: 'x', plan: 'pro', tags: 'a, b' }
    expect(read({ name: 'Signed up', user, properties: { seats: 3 }, messageId: 'm1' })).toEqual({
      person: {
        id: null,
        email: 'a@b.io',
        userId: 4,
        anonymousId: 'x',
        fields: { plan: 'pro' },
        tags: ['a, b'],
        at: now,
      },
      event: { name: 'Signed up', kind: 'custom', at: now, props: { seats: 3 } },
      key: 'm1',
    })
  })

  test('as the Segment destination sends it, keys beside the item', () => {
    const item = { type: 'track', event: 'Paid', userId: 'u', timestamp: '2026-03-01T00:00:00Z', traits: { plan: 'x' } }
    const at = new Date('2026-03-01T00:00:00Z')
    expect(read(item)).toMatchObject({
      person: { userId: 'u', fields: { plan: 'x' }, at },
      event: { name: 'Paid', kind: 'custom', at, props: null },
      key: null,
    })
  })

  test('identify alone is no event', () => {
    for (const item of [{ name: 'identify' }, { type: 'identify' }, {}]) {
      const taken = read({ ...item, user: { email: 'a@b.io' } })
      expect(taken).toMatchObject({ person: { email: 'a@b.io' } })
      expect(taken).not.toHaveProperty('event')
    }
  })

  test('a page view takes its address from the context', () => {
    const item = { type: 'page', anonymousId: 'x', context: { page: { url: 'https://a.io/p', title: 'P' } } }
    expect(read(item)).toMatchObject({
      event: { name: 'Page visited', kind: 'page', props: { url: 'https://a.io/p', title: 'P' } },
    })
  })

  test('an alias', () => {
    expect(read({ type: 'alias', userId: 'new', previousUserId: 'old' })).toMatchObject({
      person: { userId: 'new', previousId: 'old' },
    })
  })

  test('a clock that is a little ahead means now', () => {
    expect(read({ name: 'X', user: { userId: 1 }, timestamp: now.getTime() + 60_000 })).toMatchObject({
      event: { at: now },
    })
  })
})

test.each([
  ['text', 'An item must be an object.'],
  [null, 'An item must be an object.'],
  [[1], 'An item must be an object.'],
  [{ type: 'group' }, 'Groups cannot be taken in yet: only people and events can.'],
  [{ type: 'dance' }, 'type: "dance" is not known; it can be track, identify, page or alias.'],
  [{ type: 'track' }, 'An event needs a name.'],
  [{ name: '  ', type: 'track' }, 'An event needs a name.'],
  [{ name: 'x'.repeat(256) }, "An event's name can be 255 characters long at the most."],
  [{ name: 'X', timestamp: 'yesterday' }, 'timestamp: "yesterday" is not a date and time.'],
  [{ name: 'X', timestamp: '2027-01-01' }, 'timestamp lies in the future.'],
  [{ name: 'X', timestamp: '1999-01-01' }, 'timestamp lies before the year 2000.'],
  [{ name: 'X', messageId: { a: 1 } }, 'messageId must be a text.'],
  [{ name: 'X', user: { id: 'seven' } }, 'user.id: "seven" is not the id of a person.'],
  [{ name: 'X', properties: { a: 'x'.repeat(40_000) } }, 'The properties of an event can be 32 KB large at the most.'],
  [{ type: 'alias', userId: 'a' }, 'An alias needs previousUserId.'],
  [{ type: 'alias', previousUserId: 'a' }, 'An alias needs userId.'],
])('%j is refused', (item, refusal) => {
  expect(read(item)).toEqual({ refusal })
})

test('the shapes of a body', () => {
  expect(itemsIn({ events: [1, 2] })).toEqual([1, 2])
  expect(itemsIn([1])).toEqual([1])
  expect(itemsIn({ name: 'X' })).toEqual([{ name: 'X' }])
  expect(itemsIn({ events: 'x' })).toBeUndefined()
  expect(itemsIn('x')).toBeUndefined()
})
