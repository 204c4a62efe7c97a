import { describe, expect, it } from 'vitest'
import { writeParts } from './clipboard.ts'
import type { FlowDocument, StepPart } from './document.ts'
import { readParts } from './readParts.ts'

const step = (key: string): StepPart => ({
  key,
  type: 'action',
  serviceId: 'millrace',
  operationKey: '/send',
  values: { emailId: 7 },
  title: null,
  x: 4,
  y: 8,
})
const document: FlowDocument = {
  steps: { a: step('a'), b: step('b'), c: step('c') },
  links: {
    ab: { key: 'ab', source: 'a', target: 'b', condition: 'yes' },
    bc: { key: 'bc', source: 'b', target: 'c' },
  },
  notes: { n: { key: 'n', type: 'note', text: 'Mind', fontSize: 13, x: 0, y: 0, width: 200, height: 100 } },
}
const FROM = { account: 3, flow: 9, objectType: 'company' }
const written = () => JSON.parse(writeParts(document, new Set(['a', 'b', 'n']), FROM))

describe('the clipboard', () => {
  it('carries chosen parts with the links among them, and where they are from', () => {
    expect(readParts(writeParts(document, new Set(['a', 'b', 'n']), FROM))).toEqual({
      ...FROM,
      document: { steps: { a: step('a'), b: step('b') }, links: { ab: document.links.ab }, notes: document.notes },
    })
  })

  it.each([['Hello'], [''], ['{}'], ['[1]'], ['null'], ['{"steps":[]}'], ['7']])(
    'says that %j holds no steps',
    (text) => {
      expect(readParts(text)).toBe('The clipboard holds no steps. Copy some steps of a flow first.')
    },
  )

  it.each([
    ['steps that are no list', { steps: 'a' }],
    ['a step without a type', { steps: [{ ...step('a'), type: 'other' }] }],
    ['a step without settings', { steps: [{ ...step('a'), values: null }] }],
    ['a step that stands nowhere', { steps: [{ ...step('a'), x: 'left' }] }],
    ['a link without ends', { links: [{ key: 'l' }] }],
    ['a note without a size', { notes: [{ ...document.notes.n, width: undefined }] }],
    ['no account', { account: 'mine' }],
    ['too much', { steps: Array.from({ length: 2_001 }, (_one, index) => step(`s${index}`)) }],
  ])('says that it cannot read %s', (_what, changes) => {
    expect(readParts(JSON.stringify({ ...written(), ...changes }))).toMatch(/cannot be read any more/)
  })
})
