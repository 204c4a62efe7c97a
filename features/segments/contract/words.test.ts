import { describe, expect, it } from 'vitest'
import { did } from '../testing/conditions.ts'
import type { Condition } from './conditions.ts'
import { conditionText } from './words.ts'

describe('a condition in words', () => {
  it.each<[Condition, string]>([
    [{ type: 'field', field: 'plan', condition: 'is', value: 'Trial' }, 'Plan is Trial'],
    [{ type: 'field', field: 'plan', condition: 'is any' }, 'Plan has any value'],
    [
      {
        type: 'field',
        field: 'trialEndsAt',
        condition: 'before period',
        value: { value: 1, unit: 'days', direction: 'ahead' },
      },
      'trialEndsAt is before 1 day from now',
    ],
    [{ type: 'field', field: 'isOwner', condition: 'is not', value: true }, 'isOwner is not yes'],
    [{ type: 'tag', value: 'vip', condition: 'has not' }, 'does not have tag vip'],
    [{ type: 'segment', value: 7, condition: 'not in' }, 'is not in segment Agencies'],
    [did('Project created'), 'has done Project created'],
    [
      did('Project created', {
        condition: 'has not',
        frequencyCondition: { type: 'frequencyCondition', condition: 'is more than', value: 1 },
        recencyCondition: { type: 'recencyCondition', condition: 'after period', value: { value: 14, unit: 'days' } },
        propertiesConditions: {
          type: 'group',
          operator: 'and',
          conditions: [{ type: 'field', field: 'members', condition: 'is less than', value: 2 }],
        },
      }),
      'has not done Project created more than 1 time in the last 14 days where members is less than 2',
    ],
    [{ type: 'group', operator: 'and', conditions: [] }, 'everybody'],
    [
      {
        type: 'group',
        operator: 'and',
        conditions: [
          { type: 'tag', value: 'a', condition: 'has' },
          {
            type: 'group',
            operator: 'or',
            conditions: [
              { type: 'tag', value: 'b', condition: 'has' },
              { type: 'tag', value: 'c', condition: 'has' },
            ],
          },
        ],
      },
      'has tag a and (has tag b or has tag c)',
    ],
  ])('%j', (condition, words) => {
    const titles = { field: (name: string) => (name === 'plan' ? 'Plan' : undefined), segment: () => 'Agencies' }
    expect(conditionText(condition, titles)).toBe(words)
  })
})
