import { describe, expect, test } from 'vitest'
import { eventMeets } from '../server/rules/eventMeets.ts'
import { type AddressMatch, addressConditions, isWholeAddress } from './addresses.ts'

const world = { now: new Date('2026-03-10T12:00:00Z'), zone: 'UTC' }

describe('web addresses', () => {
  test.each<[AddressMatch, string, string, boolean]>([
    ['is', 'https://acme.com/pricing', 'https://acme.com/pricing', true],
    ['is', 'acme.com/pricing', 'http://acme.com/pricing', true],
    ['is', 'https://acme.com/pricing', 'https://ACME.com/Pricing/', true],
    ['is', 'https://acme.com/pricing/', 'https://acme.com/pricing', true],
    ['is', 'https://acme.com/pricing', 'https://acme.com/pricing?utm_source=x', true],
    ['is', 'https://acme.com/pricing', 'https://acme.com/pricing/#faq', true],
    ['is', 'https://acme.com/pricing', 'https://acme.com/pricing/team', false],
    ['is', 'https://acme.com/pricing', 'https://acme.com/pricing-old', false],
    ['is', 'https://acme.com/p?id=1', 'https://acme.com/p?id=1', true],
    ['is', 'https://acme.com/p?id=1', 'https://acme.com/p?id=12', false],
    ['is', 'https://acme.com/p?id=1', 'https://acme.com/p', false],
    ['is', 'https://acme.com', 'https://acme.com/', true],
    ['is', 'https://acme.com', 'https://acme.com/pricing', false],
    ['is', 'mailto:hi@acme.com', 'mailto:hi@acme.com', true],
    ['starts', 'https://acme.com/docs', 'https://acme.com/docs/api', true],
    ['starts', 'acme.com/docs', 'http://acme.com/docs?x=1', true],
    ['starts', 'acme.com/docs', 'https://www.acme.com/docs', false],
    ['contains', '/docs', 'https://acme.com/docs/api', true],
    ['contains', '/docs', 'https://acme.com/pricing', false],
  ])('%s %s: %s is %s', (match, asked, url, isMet) => {
    expect(eventMeets(addressConditions('url', asked, match), { url }, world)).toBe(isMet)
  })

  test.each([
    ['https://acme.com/pricing', true],
    ['acme.com', true],
    ['localhost:3000/a', true],
    ['/pricing', false],
    ['?a=1', false],
    ['two words', false],
  ])('%s is whole: %s', (text, isWhole) => {
    expect(isWholeAddress(text)).toBe(isWhole)
  })
})
