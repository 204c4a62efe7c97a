import type { EventGroup, FieldCondition } from '@millrace/segments/contract'
import { describe, expect, it } from 'vitest'
import { eventMeets, mentions, propertyOf } from './eventMeets.ts'

const world = { now: new Date('2026-03-10T09:00:00Z'), zone: 'Europe/Berlin' }
const props = {
  plan: 'Pro',
  amount: 100,
  text: '100',
  empty: '',
  nothing: null,
  list: ['red', 'Blue'],
  none: [],
  at: '2026-03-09T23:30:00Z',
  day: '2026-03-10',
  order: { id: 7, 'a.b': 1 },
  'flat.name': 'x',
}

const group = (operator: 'and' | 'or', ...conditions: EventGroup['conditions']): EventGroup => ({
  type: 'group',
  operator,
  conditions,
})
const field = (name: string, condition: string, value?: unknown) =>
  ({ type: 'field', field: name, condition, value }) as FieldCondition

describe('conditions on an event', () => {
  it.each([
    ['plan', 'is', 'pro', true],
    ['plan', 'is not', 'pro', false],
    ['missing', 'is not', 'pro', true],
    ['plan', 'is any of', ['free', 'PRO'], true],
    ['plan', 'is not any of', ['free', 'PRO'], false],
    ['amount', 'is', '100.0', true],
    ['text', 'is', 100, true],
    ['amount', 'is more than', 99, true],
    ['amount', 'is more than', 100, false],
    ['text', 'at least', '100', true],
    ['amount', 'is less than', 100, false],
    ['plan', 'is more than', 1, false],
    ['plan', 'starts with', 'pR', true],
    ['plan', 'ends with', 'ro', true],
    ['plan', 'contains', 'r', true],
    ['plan', 'does not contain', 'z', true],
    ['empty', 'is empty', undefined, true],
    ['nothing', 'is empty', undefined, true],
    ['none', 'is empty', undefined, true],
    ['missing', 'is empty', undefined, true],
    ['plan', 'is any', undefined, true],
    ['missing', 'is not empty', undefined, false],
    ['list', 'is', 'blue', true],
    ['list', 'is not', 'blue', false],
    ['list', 'contains', 'e', true],
    ['at', 'on', '2026-03-10', true],
    ['at', 'after', '2026-03-10', false],
    ['at', 'before', '2026-03-10', false],
    ['at', 'after period', { value: 1, unit: 'days' }, true],
    ['at', 'before period', { value: 1, unit: 'hours' }, true],
    ['day', 'on period', { value: 0, unit: 'days' }, true],
    ['plan', 'after', '2026-03-10', false],
    ['order.id', 'is', 7, true],
    ['flat.name', 'is', 'x', true],
    ['order.id.deeper', 'is empty', undefined, true],
    ['plan', 'is', '', false],
  ])('%s %s %j: %s', (name, condition, value, expected) => {
    expect(eventMeets(group('and', field(name, condition, value)), props, world)).toBe(expected)
  })

  it('joins groups by and and or; an empty one is true', () => {
    const yes = field('plan', 'is', 'pro')
    const no = field('plan', 'is', 'free')
    expect(eventMeets(group('and'), props, world)).toBe(true)
    expect(eventMeets(group('and', yes, no), props, world)).toBe(false)
    expect(eventMeets(group('or', no, group('and', yes, yes)), props, world)).toBe(true)
  })

  it('never reads what an object inherits', () => {
    expect(propertyOf({}, 'constructor')).toBeUndefined()
    expect(propertyOf({ a: {} }, 'a.toString')).toBeUndefined()
  })

  it('knows which properties are asked about, however deep', () => {
    expect(mentions(group('and', group('or', field('isBot', 'is', true))), 'isBot')).toBe(true)
    expect(mentions(group('and', field('plan', 'is', true)), 'isBot')).toBe(false)
  })
})
