import type { EventCondition } from '../contract/index.ts'

/** That somebody did what events of this name tell of; `more` says how often, how lately, or that they did not. */
export const did = (name: string, more: Partial<EventCondition> = {}): EventCondition => ({
  type: 'event',
  condition: 'has',
  systemConditions: {
    type: 'group',
    operator: 'and',
    conditions: [{ type: 'field', field: 'name', condition: 'is', value: name }],
  },
  ...more,
})
