import { expect, test } from 'vitest'
import type { FlowDocument, StepPart } from '../canvas/document.ts'
import { drawFlow } from './drawFlow.ts'

const step = (key: string, operationKey: string, values: object, x: number, y: number): StepPart => ({
  ...{ key, type: 'action', serviceId: 'millrace', operationKey, x, y },
  values: values as Record<string, unknown>,
})

const document: FlowDocument = {
  steps: {
    ask: step('ask', '/has-tag', { tag: 'R&D <team>' }, -400, 1_000),
    yes: step('yes', '/add-tag', { tag: 'a' }, -700, 1_300),
    odd: step('odd', '/nobody-knows', {}, 100, 1_300),
  },
  links: {
    one: { key: 'one', source: 'ask', target: 'yes', condition: 'yes' },
    back: { key: 'back', source: 'yes', target: 'ask' },
    lost: { key: 'lost', source: 'ask', target: 'gone', condition: 'no' },
  },
  notes: {
    n: { key: 'n', type: 'note', text: 'Mind "this"', fontSize: 13, x: 500, y: 1_200, width: 200, height: 100 },
  },
}

test('a flow is drawn whole, with its name, wherever it stands on the canvas', () => {
  const { svg, width, height } = drawFlow('Sales & care', document, {})
  expect(svg).toContain('>Sales &amp; care</text>')
  expect(svg).toContain('R&amp;D &lt;team&gt;')
  expect(svg).toContain('Unknown step')
  expect(svg).toContain('Mind &quot;this&quot;')
  expect(svg.match(/<path /g)).toHaveLength(2)
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  // From the leftmost step to the note's right side, with a margin.
  expect(width).toBe(1_400 + 96)
  expect(height).toBe(436 + 96 + 64)
})

test('an empty flow is a sheet with its name', () => {
  const { svg, width, height } = drawFlow('Empty', { steps: {}, links: {}, notes: {} }, {})
  expect(svg).toContain('>Empty</text>')
  expect([width, height].every((size) => size > 100 && Number.isFinite(size))).toBe(true)
})
