import { expect, it } from 'vitest'
import { behind } from './behind.ts'
import type { FlowDocument } from './document.ts'

const step = (key: string, operationKey: string) => ({
  key,
  type: 'action' as const,
  serviceId: 'millrace',
  operationKey,
  values: {},
  x: 0,
  y: 0,
})
const parts = [step('ask', '/condition'), step('tag', '/add-tag'), step('end', '/end-flow')]
const document: FlowDocument = {
  steps: Object.fromEntries(parts.map((one) => [one.key, one])),
  links: {},
  notes: {},
}
const linked = (...conditions: string[]): FlowDocument => ({
  ...document,
  links: Object.fromEntries(
    conditions.map((condition) => [condition, { key: condition, source: 'ask', target: 'tag', condition }]),
  ),
})

it('is behind a step, by the way out that nobody takes yet', () => {
  expect(behind(document, 'tag')).toEqual({ after: 'tag' })
  expect(behind(document, 'ask')).toEqual({ after: 'ask', exit: 'yes' })
  expect(behind(linked('yes'), 'ask')).toEqual({ after: 'ask', exit: 'no' })
  expect(behind(linked('yes', 'no'), 'ask')).toEqual({ after: 'ask', exit: 'yes' })
})

it('is nowhere behind a step that leads nowhere, or that is gone', () => {
  expect(behind(document, 'end')).toEqual({})
  expect(behind(document, 'gone')).toEqual({})
})
