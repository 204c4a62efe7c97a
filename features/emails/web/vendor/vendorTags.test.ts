import { expect, test } from 'vitest'
import { vendorLinks, vendorTags } from './vendorTags.ts'

const OPTIONS = [
  { value: 'person.first_name', label: 'First name', note: 'Ada', group: 'Person' },
  { value: 'account.name', label: 'Account name', group: 'Account' },
  { value: 'person.plan', label: 'Plan', note: '', group: 'Person' },
  { value: 'unsubscribe_url', label: 'Unsubscribe link', group: 'Addresses' },
]

test('merge tags go over in groups, with samples where there are some', () => {
  expect(vendorTags(OPTIONS)).toEqual({
    Person: {
      name: 'Person',
      mergeTags: {
        'person.first_name': { name: 'First name', value: '{{ person.first_name }}', sample: 'Ada' },
        'person.plan': { name: 'Plan', value: '{{ person.plan }}' },
      },
    },
    Account: { name: 'Account', mergeTags: { 'account.name': { name: 'Account name', value: '{{ account.name }}' } } },
  })
})

test('addresses of the mail itself go over as links', () => {
  expect(vendorLinks(OPTIONS)).toEqual({
    unsubscribe_url: { name: 'Unsubscribe link', href: '{{ unsubscribe_url }}', target: '_blank' },
  })
})
