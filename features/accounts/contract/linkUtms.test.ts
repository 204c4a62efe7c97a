import { describe, expect, it } from 'vitest'
import { withUtms } from './linkUtms.ts'

const UTMS = { utm_source: 'millrace', utm_medium: 'e mail', utm_term: ' ' }

describe('a link with the account’s parameters', () => {
  it.each([
    ['https://a.example', 'https://a.example?utm_source=millrace&utm_medium=e%20mail'],
    ['https://a.example/p?x=1#top', 'https://a.example/p?x=1&utm_source=millrace&utm_medium=e%20mail#top'],
    ['https://a.example/?utm_source=own', 'https://a.example/?utm_source=own&utm_medium=e%20mail'],
    ['http://a.example/#/page?not=query', 'http://a.example/?utm_source=millrace&utm_medium=e%20mail#/page?not=query'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
    ['{{ person.site }}', '{{ person.site }}'],
    ['tel:123', 'tel:123'],
  ])('%s becomes %s', (link, full) => expect(withUtms(link, UTMS)).toBe(full))

  it('stays as it is without parameters', () => expect(withUtms('https://a.example?', {})).toBe('https://a.example?'))
})
