import { describe, expect, it } from 'vitest'
import type { Condition, Conditions, Period } from '../../contract/index.ts'
import type { Dictionary } from '../compile/dictionary.ts'
import { dependenciesOf, edgesOf } from './dependencies.ts'
import { pauseOf } from './sweepLoop.ts'

const dictionary: Dictionary = {
  accountId: 1,
  now: new Date('2026-03-10T09:00:00Z'),
  timezone: 'UTC',
  fields: new Map(),
  events: [
    { id: 11, name: 'Project created', kind: 'custom' },
    { id: 12, name: 'Project deleted', kind: 'custom' },
    { id: 13, name: 'Email opened', kind: 'email' },
  ],
  tags: new Map([['vip', 7]]),
  segments: new Map(),
}
const all = (...conditions: Condition[]): Conditions => ({ type: 'group', operator: 'and', conditions })
const days = (value: number): Period => ({ value, unit: 'days' })
const event = (field: string, condition: 'is' | 'starts with', value: string): Condition => ({
  type: 'event',
  condition: 'has not',
  systemConditions: { type: 'group', operator: 'and', conditions: [{ type: 'field', field, condition, value }] },
  recencyCondition: { type: 'recencyCondition', condition: 'after period', value: days(30) },
})

describe('what a segment depends on', () => {
  it.each<[Condition, string[]]>([
    [{ type: 'field', field: 'plan', condition: 'is', value: 'x' }, ['f:plan']],
    [{ type: 'field', field: 'unsubscribed', condition: 'is', value: true }, ['f:unsubscribed', 'f:unsubscribedAt']],
    [{ type: 'field', field: 'lastSeenAt', condition: 'is empty' }, ['seen', 'f:lastSeenAt']],
    [{ type: 'field', field: 'lastSeenAt', condition: 'after period', value: days(30) }, ['seen', 'f:lastSeenAt']],
    [
      { type: 'field', field: 'lastSeenAt', condition: 'after period', value: { value: 5, unit: 'minutes' } },
      ['e:*', 'f:lastSeenAt'],
    ],
    [{ type: 'field', field: 'lastSeenAt', condition: 'on', value: '2026-03-10' }, ['e:*', 'f:lastSeenAt']],
    [{ type: 'field', field: 'updatedAt', condition: 'is empty' }, ['*']],
    [{ type: 'tag', value: 'VIP', condition: 'has' }, ['t:7']],
    [{ type: 'tag', value: 'unknown', condition: 'has' }, []],
    [event('name', 'is', 'project created'), ['e:11']],
    [event('name', 'starts with', 'Project'), ['e:11', 'e:12']],
    [event('type', 'is', 'email'), ['e:13']],
    [event('url', 'is', 'https://acme.example'), ['e:*']],
    [event('name', 'is', 'Nothing'), []],
    [{ type: 'segment', value: 5, condition: 'in' }, ['s:5']],
    [{ type: 'goal', value: 9, condition: 'in' }, ['g:9']],
  ])('%j: %j', (condition, keys) => {
    expect([...dependenciesOf(all(all(condition)), dictionary)]).toEqual(keys)
  })

  it('edges are those of periods alone', () => {
    const tree = all(
      event('name', 'is', 'Project created'),
      { type: 'field', field: 'createdAt', condition: 'after', value: '2026-01-01' },
      { type: 'field', field: 'trialEndsAt', condition: 'on period', value: days(0) },
    )
    expect(edgesOf(tree, dictionary)).toMatchObject([
      { of: 'event', names: [11], timed: { value: days(30) } },
      { of: 'field', field: 'trialEndsAt' },
    ])
  })

  it('short periods are swept more often, costly sweeps less', () => {
    const edges = (period: Period) =>
      edgesOf(all({ type: 'field', field: 'x', condition: 'after period', value: period }), dictionary)
    expect(pauseOf(edges(days(30)), 1)).toBe(60_000)
    expect(pauseOf(edges({ value: 30, unit: 'minutes' }), 1)).toBe(9_000)
    expect(pauseOf(edges({ value: 1, unit: 'minutes' }), 1)).toBe(5_000)
    expect(pauseOf(edges(days(30)), 4_000)).toBe(200_000)
    expect(pauseOf(edges(days(30)), 60_000)).toBe(600_000)
  })
})
