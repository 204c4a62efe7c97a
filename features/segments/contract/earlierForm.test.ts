import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomConditions } from '../testing/randomConditions.ts'
import { Conditions } from './conditions.ts'
import { upgradeConditions } from './earlierForm.ts'

const read = (value: unknown) => Conditions.parse(value)
const all = (...conditions: unknown[]) => ({ type: 'group', operator: 'and', conditions })
const field = (name: string, condition: string, value?: unknown) => ({
  type: 'field',
  field: name,
  condition,
  ...(value !== undefined && { value }),
})
const named = (name: string, ...more: unknown[]) => ({
  type: 'event',
  condition: 'has',
  systemConditions: all(field('name', 'is', name), ...more),
})

describe('conditions of version 1', () => {
  it.each<[string, unknown, unknown]>([
    ['a bare list', [{ field: 'plan', condition: 'is', value: 'Trial' }], all(field('plan', 'is', 'Trial'))],
    ['one condition alone', { field: 'plan', condition: 'is empty' }, all(field('plan', 'is empty'))],
    [
      'a group without its type, in capitals',
      { operator: 'OR', conditions: [{ field: 'a', condition: 'is any' }] },
      { type: 'group', operator: 'or', conditions: [field('a', 'is any')] },
    ],
    ['a group without conditions', { type: 'group' }, all()],
    [
      'groups in groups',
      { conditions: [{ operator: 'or', conditions: [{ field: 'a', condition: 'is', value: 1 }] }] },
      all({ type: 'group', operator: 'or', conditions: [field('a', 'is', 1)] }),
    ],
    [
      'a tag as a field',
      [{ field: 'tags', condition: 'contains', value: 'vip' }],
      all({ type: 'tag', value: 'vip', condition: 'has' }),
    ],
    [
      'several tags as one text',
      [{ field: 'tags', condition: 'does not contain', value: 'vip, beta' }],
      all(
        all({ type: 'tag', value: 'vip', condition: 'has not' }, { type: 'tag', value: 'beta', condition: 'has not' }),
      ),
    ],
    [
      'a field of tags that asks something else',
      [{ field: 'tags', condition: 'is empty' }],
      all(field('tags', 'is empty')),
    ],
    ['an event by its name', [{ type: 'event', event: 'Signed up' }], all(named('Signed up'))],
    [
      'an event with one list for all',
      [
        {
          type: 'event',
          condition: 'has not done',
          name: 'Page viewed',
          conditions: [
            { field: 'url', condition: 'contains', value: 'pricing' },
            { field: 'seconds', condition: 'is more than', value: 30 },
          ],
          frequency: { condition: 'at least', value: 3 },
          recency: { condition: 'after period', value: { value: 7, unit: 'days' } },
        },
      ],
      all({
        ...named('Page viewed', field('url', 'contains', 'pricing')),
        condition: 'has not',
        propertiesConditions: all(field('seconds', 'is more than', 30)),
        frequencyCondition: { type: 'frequencyCondition', condition: 'at least', value: 3 },
        recencyCondition: { type: 'recencyCondition', condition: 'after period', value: { value: 7, unit: 'days' } },
      }),
    ],
    [
      'event fields without their type',
      [
        {
          type: 'event',
          condition: 'has',
          systemConditions: { conditions: [{ field: 'type', condition: 'is', value: 'page' }] },
        },
      ],
      all({ type: 'event', condition: 'has', systemConditions: all(field('type', 'is', 'page')) }),
    ],
  ])('%s', (_, earlier, now) => {
    expect(read(earlier)).toEqual(now)
  })

  it('keep their marks', () => {
    expect(read([{ uuid: 'a', field: 'tags', condition: 'is', value: 'vip' }]).conditions[0]).toMatchObject({
      uuid: 'a',
    })
  })

  it('that are no conditions at all are refused', () => {
    for (const value of [null, 5, 'plan is trial', [{ type: 'magic' }], [{}]]) {
      expect(Conditions.safeParse(value).success).toBe(false)
    }
  })
})

it('conditions of version 2 stay as they are', () => {
  const isTagged = (text: string) => text.includes('"field":"tags"')
  fc.assert(
    fc.property(randomConditions, (conditions) => {
      fc.pre(!isTagged(JSON.stringify(conditions)))
      expect(upgradeConditions(conditions)).toEqual(conditions)
    }),
  )
})
