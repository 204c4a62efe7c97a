import type { Change } from '@millrace/kit/jobs'
import { describe, expect, it } from 'vitest'
import { noConditions } from '../../contract/index.ts'
import { SignsOfLife } from './signsOfLife.ts'

const now = new Date('2026-03-10T09:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const segment = { id: 7, conditions: noConditions(), definition: 1, mark: '', kind: null, paths: [] }
const event = (id: number, at: Date, personId = 5): Change => ({
  id,
  at,
  kind: 'event',
  personId,
  ref: 1,
  data: { at: at.toISOString() },
})

describe('a sign of life', () => {
  it('is news once in a while', () => {
    const signs = new SignsOfLife()
    expect(signs.isNews(1, segment, event(1, now), now)).toBe(true)
    expect(signs.isNews(1, segment, event(2, later(4)), later(4))).toBe(false)
    expect(signs.isNews(1, segment, event(3, later(4), 6), later(4))).toBe(true)
    expect(signs.isNews(2, segment, event(4, later(4)), later(4))).toBe(true)
    expect(signs.isNews(1, { ...segment, definition: 2 }, event(5, later(4)), later(4))).toBe(true)
    expect(signs.isNews(1, segment, event(6, later(6)), later(6))).toBe(true)
  })

  it('is news again where the change is taken again after a failure', () => {
    const signs = new SignsOfLife()
    signs.isNews(1, segment, event(1, now), now)
    expect(signs.isNews(1, segment, event(1, now), later(1))).toBe(true)
  })

  it('of the past is news each time, and so is what comes after it', () => {
    const signs = new SignsOfLife()
    const past = later(-60)
    expect(signs.isNews(1, segment, event(1, past), now)).toBe(true)
    expect(signs.isNews(1, segment, event(2, now), later(1))).toBe(true)
  })
})
