import { describe, expect, it } from 'vitest'
import { fillLabel, markOf, propertiesOf, wordsOf } from './readable.ts'

describe('what happened, in words', () => {
  it.each([
    [{ name: 'Email opened', kind: 'email' }, 'Opened an email', 'opened'],
    [{ name: 'Email bounced', kind: 'email' }, 'An email bounced', 'bounced'],
    [{ name: 'Project created', kind: 'custom' }, 'Project created', 'custom'],
    [{ name: 'Page viewed', kind: 'page', url: 'https://acme.io/pricing?x=1' }, 'Viewed acme.io/pricing', 'page'],
    [{ name: 'Page viewed', kind: 'page', url: 'https://acme.io/' }, 'Viewed acme.io', 'page'],
    [{ name: 'Page viewed', kind: 'page', url: 'not an address' }, 'Viewed not an address', 'page'],
    [{ name: 'Something new', kind: 'email' }, 'Something new', 'system'],
  ] as const)('%o', (event, words, mark) => {
    expect(wordsOf(event)).toBe(words)
    expect(markOf(event)).toBe(mark)
  })
})

describe("the account's own sentences", () => {
  const event = {
    name: 'Project created',
    properties: { project: 'Apollo', owner: { name: 'Ann' }, seats: 3, note: null },
  }
  it.each([
    ['Created {{ project }}', 'Created Apollo'],
    ['{{owner.name}} has {{ properties.seats }} seats', 'Ann has 3 seats'],
    ['Chose {{ plan | default: "a plan" }}{{ note }}', 'Chose a plan'],
    ['{{ name }}: {{ missing }}', 'Project created:'],
  ])('%s', (label, words) => expect(fillLabel(label, event)).toBe(words))

  it('falls back on the name, as people write it', () => {
    expect(wordsOf({ name: 'project_created', kind: 'custom' })).toBe('Project created')
    expect(wordsOf({ name: 'planChanged', kind: 'custom', label: '{{ missing }}' })).toBe('Plan changed')
    expect(wordsOf({ name: 'Ran the API', kind: 'custom' })).toBe('Ran the API')
  })
})

describe('properties', () => {
  it('leaves out what only names things of ours, and empty ones', () => {
    const properties = { emailId: 3, plan: 'trial', seats: 2, note: '', tags: ['a', 'b'], gone: null }
    expect(propertiesOf({ properties, kind: 'custom' })).toEqual([
      ['plan', 'trial'],
      ['seats', '2'],
      ['tags', '["a","b"]'],
    ])
    const sent = { broadcastId: 1, variantId: 2 }
    expect(propertiesOf({ properties: sent, kind: 'email' })).toEqual([])
    expect(propertiesOf({ properties: sent, kind: 'custom' })).toHaveLength(2)
  })
})
