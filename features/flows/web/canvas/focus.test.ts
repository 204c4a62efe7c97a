import { describe, expect, it } from 'vitest'
import type { FlowDocument } from './document.ts'
import { besideOf } from './focus.ts'

const step = (key: string) => ({
  key,
  type: 'action' as const,
  serviceId: 'millrace',
  operationKey: '/add-tag',
  values: {},
  x: 0,
  y: 0,
})
const link = (source: string, target: string) => ({ key: `${source}-${target}`, source, target })
const keyed = <T extends { key: string }>(parts: T[]) => Object.fromEntries(parts.map((part) => [part.key, part]))
const line: FlowDocument = {
  steps: keyed(['far', 'a', 'b', 'c'].map(step)),
  links: keyed([link('a', 'b'), link('b', 'c')]),
  notes: {},
}

describe('where one stands once something is gone', () => {
  it.each([
    ['a step', ['b'], 'a'],
    ['the first step', ['a'], 'b'],
    ['a link', ['b-c'], 'b'],
    ['a step with the one before it', ['a', 'b'], 'c'],
    ['a step that stood alone', ['far'], 'a'],
    ['everything', ['far', 'a', 'b', 'c'], undefined],
  ])('%s', (_what, gone, stands) => {
    expect(besideOf(line, new Set(gone))).toBe(stands)
  })
})
