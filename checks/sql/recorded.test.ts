import { describe, expect, it } from 'vitest'
import { namedTwice } from './recorded.ts'

const file = (name: string, named: Record<string, string[]>) => ({ file: name, statements: [], named })

describe('names of statements', () => {
  it('stand for one statement each, in whatever file they are sent', () => {
    const one = file('a.test.ts', { 'flows-a': ['select 1'], 'flows-b': ['select 2'] })
    expect(
      namedTwice([one, file('b.test.ts', { 'flows-a': ['select 1'] }), { file: 'c.test.ts', statements: [] }]),
    ).toEqual([])
    const [told, ...others] = namedTwice([one, file('b.test.ts', { 'flows-b': ['select 3'] })])
    expect(told).toMatch(/"flows-b" names 2 statements[\s\S]*a\.test\.ts: select 2[\s\S]*b\.test\.ts: select 3/)
    expect(others).toEqual([])
  })
})
