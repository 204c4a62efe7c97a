import { describe, expect, it } from 'vitest'
import { plugStepTypes, stepType } from '../../contract/index.ts'
import { panelOf, plugStepPanels } from './panels.tsx'
import { choicesOf, labelOf, operationOf, propertiesOf } from './schemaFields.ts'

describe('a form of a schema', () => {
  it('has a field for each property, in their order', () => {
    expect(Object.keys(propertiesOf({ properties: { b: {}, a: {} } }))).toEqual(['b', 'a'])
    expect(propertiesOf({})).toEqual({})
  })

  it.each([
    ['channelName', {}, 'Channel name'],
    ['reply_to', {}, 'Reply to'],
    ['x', { title: 'Channel' }, 'Channel'],
  ])('calls %s %j “%s”', (name, property, label) => {
    expect(labelOf(name, property)).toBe(label)
  })

  it('offers what a property can be', () => {
    expect(choicesOf({ enum: ['a', 1] })).toEqual([
      { value: 'a', label: 'a' },
      { value: '1', label: '1' },
    ])
    expect(choicesOf({ oneOf: [{ const: 'C1', title: '#sales' }, { const: 'C2' }] })).toEqual([
      { value: 'C1', label: '#sales' },
      { value: 'C2', label: 'C2' },
    ])
    expect(choicesOf({ oneOf: [{}] })).toBeUndefined()
    expect(choicesOf({ type: 'string' })).toBeUndefined()
  })

  it('asks for a dynamic field only where the field says how', () => {
    expect(operationOf({ dynamic: { operation: 'listChannels' } })).toBe('listChannels')
    expect(() => operationOf({ type: 'string' })).toThrow('This field is not dynamic.')
    expect(() => operationOf({ dynamic: {} })).toThrow('Missing operation')
  })
})

it('a step has the form that was plugged in, else one of its schema; one that is not known has none', () => {
  const words = { type: 'action', kind: 'action', group: 'Flow', description: '', icon: 'bolt' } as const
  const typeOf = (operationKey: string) =>
    stepType({
      ...words,
      serviceId: 'forms-test',
      operationKey,
      label: operationKey,
      values: undefined as never,
      summary: () => ({ title: '', text: '' }),
    })
  plugStepTypes({ id: 'forms-test', humanName: 'Forms' }, [typeOf('/own'), typeOf('/plain')])
  const own = panelOf({ serviceId: 'millrace', operationKey: '/send' })!
  plugStepPanels('forms-test', { '/own': own })
  const of = (operationKey: string, serviceId = 'forms-test') => panelOf({ serviceId, operationKey })
  expect(of('/own')).toBe(own)
  expect(of('/plain')).toBeDefined()
  expect(of('/plain')).not.toBe(own)
  expect([of('/gone'), of('/own', 'gone'), of('/gone', 'millrace')]).toEqual([undefined, undefined, undefined])
})
