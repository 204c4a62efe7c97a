import { describe, expect, it } from 'vitest'
import type { FlowDocument, StepPart } from '../canvas/document.ts'
import { fitKind } from './fitKind.ts'

const step = (key: string, operationKey: string, values: Record<string, unknown> = {}): StepPart => ({
  key,
  type: 'action',
  serviceId: 'millrace',
  operationKey,
  values,
  x: 0,
  y: 0,
})
const drawing = (...steps: StepPart[]): FlowDocument => ({
  steps: Object.fromEntries(steps.map((one) => [one.key, one])),
  links: {},
  notes: {},
})
const DAY = { kind: 'duration', value: 1, unit: 'days' }
const CONDITIONS = { type: 'group', operator: 'and', conditions: [{ type: 'tag', operator: 'has', value: 'vip' }] }

describe('steps of a flow of another kind', () => {
  it('stay as they are where the kind is the same', () => {
    const document = drawing(step('a', '/send', { emailId: 7 }), step('b', '/condition', { conditions: CONDITIONS }))
    expect(fitKind(document, 'person', 'person')).toEqual({ document, lost: [] })
  })

  it('stay behind where they are for people alone, and say so', () => {
    const document = drawing(step('a', '/send'), step('b', '/add-tag', { tag: 'vip' }), step('c', '/delay-v2', DAY))
    const { document: fitting, lost } = fitKind(document, 'person', 'company')
    expect(Object.keys(fitting.steps)).toEqual(['c'])
    expect(fitting.steps.c).toBe(document.steps.c)
    expect(lost).toEqual(['“Send email” and “Add tag” are for people alone, and stayed behind.'])
  })

  it('stay behind where they are for objects alone', () => {
    const { document, lost } = fitKind(drawing(step('a', '/object-created')), 'company', 'person')
    expect(document.steps).toEqual({})
    expect(lost[0]).toMatch(/is for companies and other objects alone, and stayed behind\.$/)
  })

  it('come without what is about those of the other flow', () => {
    const document = drawing(
      step('a', '/condition', { conditions: CONDITIONS }),
      step('b', '/change-field', { field: 'plan', value: 'pro' }),
    )
    const { document: fitting, lost } = fitKind(document, 'company', 'person')
    expect(fitting.steps.a?.values).toEqual({})
    expect(fitting.steps.b?.values).toEqual({ value: 'pro' })
    expect(lost).toHaveLength(1)
    expect(lost[0]).toMatch(/is left out: choose it anew\.$/)
  })

  it('are counted where they are many', () => {
    const many = ['/send', '/add-tag', '/remove-tag', '/lead-score', '/archive-person', '/in-app-message']
    const { lost } = fitKind(drawing(...many.map((key) => step(key, key))), 'person', 'company')
    expect(lost).toEqual(['6 steps are for people alone, and stayed behind.'])
  })
})
