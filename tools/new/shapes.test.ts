import { describe, expect, it } from 'vitest'
import { projectOf } from '../../checks/architecture/project.ts'
import { doorsOnly, sidesApart } from '../../checks/architecture/rules/imports.ts'
import { SHAPES, shapeOf } from './shapes.ts'

const NAMES: Record<string, string> = {
  feature: 'price-lists',
  step: 'send-postcard',
  screen: 'flows/FlowReport',
  service: 'acme-crm',
}

describe('npm run new', () => {
  it.each(Object.keys(SHAPES))('writes a %s with a test that fails', (kind) => {
    const files = shapeOf(kind, NAMES[kind])
    expect(
      files.filter(({ path }) => path.endsWith('.test.ts')).every(({ text }) => text.includes('expect.fail(')),
    ).toBe(true)
    expect(files.some(({ path }) => path.endsWith('.test.ts'))).toBe(true)
  })

  it.each(Object.keys(SHAPES))('writes a %s that keeps the architecture', (kind) => {
    const project = projectOf(new Map(shapeOf(kind, NAMES[kind]).map(({ path, text }) => [path, text])))
    const kit = { folder: 'kit', name: 'kit', doors: ['./contract', './server', './web'], uses: [] }
    const whole = { ...project, packages: [...project.packages, kit] }
    expect([...doorsOnly(whole), ...sidesApart(whole)]).toEqual([])
  })

  it.each([
    ['thing', 'a', 'What is "thing"?'],
    [undefined, undefined, 'What is ""?'],
    ['feature', '../up', 'is no name'],
    ['feature', undefined, 'is no name'],
    ['screen', 'Alone', 'belongs to a feature'],
  ])('refuses %s %s with a sentence', (kind, name, told) => {
    expect(() => shapeOf(kind, name)).toThrow(told)
  })
})
