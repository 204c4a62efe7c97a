import { expect, it } from 'vitest'
import { fieldsOf } from './fieldsOf.ts'

it.each([
  ['plan = pro', { plan: 'pro' }],
  ['seats=12\nactive = true', { seats: 12, active: true }],
  ['note = a = b', { note: 'a = b' }],
  ['nothing here\n = lost', {}],
  ['empty =', { empty: '' }],
])('%j', (text, fields) => {
  expect(fieldsOf(text)).toEqual(fields)
})
