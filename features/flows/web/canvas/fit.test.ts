import { describe, expect, it } from 'vitest'
import { change, EMPTY, type FlowDocument, invert, type LinkPart, remove, type StepPart } from './document.ts'
import { fit } from './fit.ts'

const step = (key: string, more: Partial<StepPart> = {}): StepPart => ({
  key,
  type: 'action',
  serviceId: 'millrace',
  operationKey: '/add-tag',
  values: { tag: 'a' },
  x: 0,
  y: 0,
  ...more,
})
const link = (key: string, source: string, target: string): LinkPart => ({ key, source, target })
const drawn = (steps: StepPart[], links: LinkPart[] = []): FlowDocument => ({
  ...EMPTY,
  steps: Object.fromEntries(steps.map((one) => [one.key, one])),
  links: Object.fromEntries(links.map((one) => [one.key, one])),
})

describe('a gesture on a document that others changed', () => {
  const document = drawn([step('a'), step('b')], [link('l', 'a', 'b')])
  const moved = change(document, 'steps', { a: { x: 40 } })

  it('leaves what they did to other sides of the same part', () => {
    const theirs = drawn([step('a', { x: 40, values: { tag: 'b' } }), step('b')])
    expect(fit(theirs, invert(moved))?.steps?.a?.after).toEqual(step('a', { values: { tag: 'b' } }))
  })

  it('is dropped where they changed the same side', () => {
    expect(fit(drawn([step('a', { x: 80 })]), invert(moved))).toBeUndefined()
    expect(fit(drawn([step('b')]), invert(moved))).toBeUndefined()
  })

  it('does not care about the order of settings', () => {
    const before = drawn([step('a', { values: { one: 1, two: { three: 3 } } })])
    const diff = change(before, 'steps', { a: { values: { one: 2 } } })
    const present = drawn([step('a', { values: { two: { three: 3 }, one: 1, four: undefined } })])
    expect(fit(present, diff)?.steps?.a?.after?.values).toEqual({ one: 2 })
  })

  it('takes links along that they hung on a step that goes', () => {
    const gone = remove(drawn([step('a'), step('b')]), new Set(['b']))
    expect(fit(document, gone)?.links).toEqual({ l: { before: link('l', 'a', 'b'), after: null } })
  })

  it('does not bring a link back to a step that is gone, nor one that is there', () => {
    const unlinked = invert(remove(document, new Set(['l'])))
    expect(fit(drawn([step('a')]), unlinked)).toBeUndefined()
    expect(fit(drawn([step('a'), step('b')], [link('m', 'a', 'b')]), unlinked)).toBeUndefined()
    expect(fit(drawn([step('a'), step('b')]), unlinked)?.links).toEqual(unlinked.links)
  })
})
