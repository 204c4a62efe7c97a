import type { Edge, Node } from '@xyflow/react'
import { describe, expect, it } from 'vitest'
import { cornersOf, nearestLink } from './farLines.ts'

const step = (id: string, x: number, y: number, ways = ['']): Node => ({
  id,
  type: 'step',
  position: { x, y },
  measured: { width: 264, height: 84 },
  data: { ways },
})
const link = (id: string, source: string, target: string, data = {}): Edge => ({ id, source, target, data })

describe('links from afar', () => {
  const nodes = [step('a', 0, 0), step('b', 0, 300), step('c', 600, 300)]
  const edges = [link('ab', 'a', 'b'), link('ac', 'a', 'c'), link('ca', 'c', 'a')]

  it('go down, across and down, and around what stands above them', () => {
    expect(cornersOf(nodes[0]!, nodes[2]!, {})).toEqual([
      [132, 84],
      [132, 192],
      [732, 192],
      [732, 300],
    ])
    expect(cornersOf(nodes[2]!, nodes[0]!, {}).at(-1)).toEqual([132, 0])
  })

  it('leave by the handle of their exit', () => {
    const test = step('t', 0, 0, ['yes', 'no'])
    expect(cornersOf(test, nodes[1]!, { exit: 'no' })[0]).toEqual([198, 84])
  })

  it.each([
    ['on it', { x: 132, y: 250 }, 'ab'],
    ['a little beside it', { x: 140, y: 250 }, 'ab'],
    ['where it goes across', { x: 500, y: 199 }, 'ac'],
    ['too far from any', { x: 300, y: 250 }, undefined],
    ['behind its end', { x: 132, y: 330 }, undefined],
  ])('are picked %s', (_where, at, key) => {
    expect(nearestLink(nodes, edges, at, 20)).toBe(key)
  })
})
