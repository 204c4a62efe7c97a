import { describe, expect, it } from 'vitest'
import { pathsIn } from '../../contract/pathsIn.ts'
import { guessMapping } from './guessMapping.ts'

const FIELDS = [
  { name: 'email', title: 'Email' },
  { name: 'userId', title: 'User ID' },
  { name: 'firstName', title: 'First name' },
  { name: 'company', title: 'Company' },
  { name: 'plan', title: 'Plan' },
  { name: 'orderTotal', title: 'Order total' },
]

describe('what a delivery seems to say', () => {
  it.each<[string, object, object]>([
    [
      'a flat form',
      { email: 'a@b.example', first_name: 'Ann', x: 1 },
      { email: 'email', fields: [{ from: 'first_name', field: 'firstName' }] },
    ],
    [
      'a shop',
      {
        id: 'evt_1',
        data: { customer: { id: 'c1', email: 'a@b.example', 'First-Name': 'Ann' }, order: { total: 12 } },
      },
      {
        email: 'data.customer.email',
        userId: 'data.customer.id',
        fields: [
          { from: 'data.customer.First-Name', field: 'firstName' },
          { from: 'data.order.total', field: 'orderTotal' },
        ],
      },
    ],
    [
      'the nearest of two',
      { actor: { deep: { email: 'x@b.example' } }, user: { email: 'a@b.example' } },
      { email: 'user.email' },
    ],
    ['an address by its looks', { who: 'a@b.example' }, { email: 'who' }],
    [
      'a title',
      { Company: 'Acme', user_id: 7 },
      { userId: 'user_id', fields: [{ from: 'Company', field: 'company' }] },
    ],
    ['nothing', { a: 1 }, {}],
  ])('%s', (_what, body, mapping) => {
    expect(guessMapping(pathsIn(body), FIELDS)).toEqual(mapping)
  })

  it('keeps what was chosen, unless nothing stands there', () => {
    const paths = pathsIn({ to: 'x@b.example', customer: { email: 'a@b.example' }, plan: 'pro' })
    expect(guessMapping(paths, FIELDS, { email: 'to', key: 'plan' })).toMatchObject({ email: 'to', key: 'plan' })
    expect(guessMapping(paths, FIELDS, { email: 'email' })).toMatchObject({ email: 'customer.email' })
    const chosen = { email: 'to', fields: [{ from: 'plan', field: 'company' }] }
    expect(guessMapping(paths, FIELDS, chosen)).toEqual(chosen)
  })
})
