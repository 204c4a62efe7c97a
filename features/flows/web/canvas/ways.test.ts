import { describe, expect, it } from 'vitest'
import type { FlowDocument, LinkPart } from './document.ts'
import { bendOf, lanesOf, nameOf, STEP_WIDTH, shareOf, waysOf } from './ways.ts'

const step = (key: string, x: number, y: number) => ({
  key,
  type: 'action' as const,
  serviceId: 'millrace',
  operationKey: '/add-tag',
  values: {},
  x,
  y,
})
const EXITS = ['a', 'b', 'c', 'd', 'e']

/** Links from the exits of one step to steps at some places below, as corners of lines. */
const linesTo = (places: readonly number[]) => {
  const exits = EXITS.slice(0, places.length)
  const steps = Object.fromEntries(
    [step('from', 0, 0), ...places.map((x, index) => step(`to${index}`, x, 300))].map((one) => [one.key, one]),
  )
  const links: LinkPart[] = exits.map((condition, index) => ({
    key: condition,
    source: 'from',
    target: `to${index}`,
    condition,
  }))
  const document: FlowDocument = { steps, links: {}, notes: {} }
  const lanes = lanesOf(document, links, exits)
  return exits.map((exit, index) => {
    const from = STEP_WIDTH * shareOf(index, exits.length)
    const to = places[index]! + STEP_WIDTH / 2
    return { from, to, y: bendOf({ lane: lanes.get(exit), count: exits.length }, 120, 300)! }
  })
}

type Line = ReturnType<typeof linesTo>[number]
/** Whether the level part of one link meets a part of another. */
const meets = (a: Line, b: Line) => {
  const [left, right] = [Math.min(a.from, a.to), Math.max(a.from, a.to)]
  const isWithin = (x: number) => x > left && x < right
  const isOn = a.y === b.y && Math.max(left, Math.min(b.from, b.to)) < Math.min(right, Math.max(b.from, b.to))
  return isOn || (isWithin(b.from) && b.y > a.y) || (isWithin(b.to) && b.y < a.y)
}

describe('the exits of a step', () => {
  it.each([[[-304, 304]], [[-608, -304, 0, 304, 608]], [[0, 304, 608, 912]], [[-912, -608, -304]], [[-304, 0, 304]]])(
    'have links that never lie on each other: %j',
    (places) => {
      const lines = linesTo(places)
      for (const a of lines) for (const b of lines) if (a !== b) expect(meets(a, b)).toBe(false)
    },
  )

  it.each([[[304, -304]], [[912, 608, 0, -304, -912]], [[304, -304, 608, -608]]])(
    'never lie on each other where they cross: %j',
    (places) => {
      const lines = linesTo(places)
      const level = ({ from, to }: Line) => [Math.min(from, to), Math.max(from, to)] as const
      for (const a of lines)
        for (const b of lines) {
          const isOver = level(a)[0] < level(b)[1] && level(b)[0] < level(a)[1]
          if (a !== b && isOver) expect(a.y).not.toBe(b.y)
        }
    },
  )

  it('are one plain one where the step has none', () => {
    expect(waysOf([], [''])).toEqual({ ways: [''], lost: 0 })
    expect(waysOf(['yes', 'no'], ['yes'])).toEqual({ ways: ['yes', 'no'], lost: 0 })
  })

  it('are followed by those that links name although the step does not have them', () => {
    expect(waysOf(['A', 'B'], ['C', 'A', 'C'])).toEqual({ ways: ['A', 'B', 'C'], lost: 1 })
    expect(waysOf([], ['yes', ''])).toEqual({ ways: ['', 'yes'], lost: 1 })
  })

  it('stand in two rows where there are many', () => {
    expect([0, 1, 2].map((index) => nameOf(index, 3).isLower)).toEqual([false, false, false])
    expect([0, 1, 2, 3].map((index) => nameOf(index, 4).isLower)).toEqual([false, true, false, true])
    expect(nameOf(0, 4).share * STEP_WIDTH).toBeGreaterThan(100)
  })

  it('bend in the middle where what follows is too near', () => {
    expect(bendOf({ lane: 0, count: 2 }, 0, 50)).toBeUndefined()
    expect(bendOf({ count: 1 }, 0, 500)).toBeUndefined()
    expect(bendOf({ lane: 40, count: 2 }, 0, 200)).toBe(182)
  })
})
