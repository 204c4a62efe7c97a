import { describe, expect, test } from 'vitest'
import { piecesOf } from './pieces.ts'

const at = (text: string) => new Date(text)

describe('slices of a zone', () => {
  test('are read as whole days in UTC and the quarters at their edges', () => {
    const week = [at('2026-11-01T18:30Z'), at('2026-11-08T18:30Z')]
    const { edges, days: inner } = piecesOf(week)
    expect(inner).toEqual([{ slice: 0, from: at('2026-11-02T00:00Z'), to: at('2026-11-08T00:00Z') }])
    expect(edges).toEqual([
      { slice: 0, from: at('2026-11-01T18:30Z'), to: at('2026-11-02T00:00Z') },
      { slice: 0, from: at('2026-11-08T00:00Z'), to: at('2026-11-08T18:30Z') },
    ])
    expect(piecesOf([at('2026-11-02T01:00Z'), at('2026-11-02T02:00Z')]).days).toEqual([])
  })
})
