import { describe, expect, it } from 'vitest'
import { stepTypeOf } from './catalogue.ts'
import { refsOf, rewriteRefs, withoutSecrets } from './refs.ts'

const typeOf = (operationKey: string) => stepTypeOf({ serviceId: 'millrace', operationKey })

const DEEP = {
  name: 'Activated',
  conditions: {
    type: 'group',
    operator: 'and',
    conditions: [
      { type: 'tag', value: 'VIP', condition: 'has' },
      {
        type: 'group',
        operator: 'or',
        conditions: [
          { type: 'segment', value: 7, condition: 'in' },
          { type: 'goal', value: 70, condition: 'in' },
          { type: 'field', field: 'plan', condition: 'is', value: 'pro' },
          {
            type: 'event',
            condition: 'has',
            systemConditions: {
              type: 'group',
              operator: 'and',
              conditions: [{ type: 'field', field: 'data.emailId', condition: 'is', value: 3 }],
            },
          },
        ],
      },
    ],
  },
}

describe('what a step names', () => {
  it.each([
    ['/send', { emailId: 3, sendTo: '{{ person.boss }}' }, { emails: [3], fields: ['boss'] }],
    ['/send', { emailId: '' }, {}],
    ['/segment', { segmentId: '7' }, { segments: [7] }],
    ['/tag', { tag: 'VIP', change: 'added' }, { tags: ['VIP'] }],
    ['/add-tag', { tag: 'VIP' }, { newTags: ['VIP'] }],
    ['/remove-tag', { tag: 'VIP' }, { oldTags: ['VIP'] }],
    ['/change-field', { field: 'plan', value: '{{ person.next_plan }}' }, { fields: ['plan', 'next_plan'] }],
    ['/delay-v2', { kind: 'field', field: 'trialEnd' }, { fields: ['trialEnd'] }],
    ['/event', { eventName: 'Paid', conditions: DEEP.conditions }, {}],
    ['/goal', DEEP, { tags: ['VIP'], segments: [7], goals: [70], fields: ['plan'], emails: [3] }],
    ['/webhook', { saveAs: 'a', mapOutput: [{ from: '', field: 'b' }, { from: 'x' }, null] }, { fields: ['a', 'b'] }],
    ['/webhook-received', { mapping: { email: 'e', fields: [{ from: 'x', field: 'plan' }] } }, { fields: ['plan'] }],
    ['/no-such-step', { emailId: 3 }, {}],
  ])('%s %j', (operationKey, values, expected) => {
    const { conditions: _conditions, liquid: _liquid, ...refs } = refsOf(typeOf(operationKey), values)
    const nothing = { emails: [], segments: [], forms: [], tags: [], newTags: [], oldTags: [], fields: [], goals: [] }
    expect(refs).toEqual({ ...nothing, ...expected })
  })

  it('is put into other words as deep as it stands, and what is nothing there is left out', () => {
    const to = {
      email: (id: number) => id + 100,
      segment: () => undefined,
      goal: (id: number) => id + 100,
      tag: (name: string) => name.toLowerCase(),
      field: (name: string) => `our_${name}`,
    }
    const goal = rewriteRefs(typeOf('/goal'), DEEP, to)
    expect(refsOf(typeOf('/goal'), goal)).toMatchObject({
      emails: [103],
      segments: [],
      goals: [170],
      tags: ['vip'],
      fields: ['our_plan'],
    })
    expect(rewriteRefs(typeOf('/segment'), { segmentId: 7 }, to)).toEqual({})
    expect(rewriteRefs(typeOf('/send'), { emailId: 3, onlyOnce: true }, to)).toEqual({ emailId: 103, onlyOnce: true })
  })

  it('is shared without secrets', () => {
    expect(withoutSecrets({ holds: { headers: 'secret' } }, { url: 'u', headers: 'h' })).toEqual({ url: 'u' })
  })
})
