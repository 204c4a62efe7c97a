import { applyNodeChanges, type Node } from '@xyflow/react'
import { describe, expect, it } from 'vitest'
import { forgetSaid, sizedFar } from './farSize.ts'

const step = (kind: string, ways: string[], hasWayOut = true): Node => ({
  id: kind,
  type: 'step',
  position: { x: 0, y: 0 },
  data: { kind, ways, hasWayOut },
})

describe('sizes said beforehand', () => {
  it('has a place for the way in and one for each exit, where they are drawn from afar', () => {
    const { measured, handles } = sizedFar(step('filter', ['yes', 'no']))
    expect(measured).toEqual({ width: 264, height: 84 })
    expect(handles?.map(({ id, type, x, y }) => [type, id, x + 4, y + 4])).toEqual([
      ['target', undefined, 132, 0],
      ['source', 'yes', 66, 84],
      ['source', 'no', 198, 84],
    ])
  })

  it('has no way in for triggers, and none out where nothing may follow', () => {
    expect(sizedFar(step('trigger', [''])).handles?.map(({ type }) => type)).toEqual(['source'])
    expect(sizedFar(step('action', [''], false)).handles?.map(({ type }) => type)).toEqual(['target'])
  })

  it('keeps the size of a note', () => {
    const note = { id: 'n', type: 'note', position: { x: 0, y: 0 }, width: 220, height: 110, data: { text: 'Hello' } }
    expect(sizedFar(note).measured).toEqual({ width: 220, height: 110 })
  })

  it('goes by what was measured as soon as something was', () => {
    const nodes = [sizedFar(step('filter', ['yes', 'no'])), sizedFar(step('action', ['']))]
    const found = { type: 'dimensions' as const, id: 'filter', dimensions: { width: 264, height: 150 } }
    const [filter, action] = forgetSaid(applyNodeChanges([found], nodes), [found])
    expect(filter).toMatchObject({ measured: { height: 150 } })
    expect(filter).not.toHaveProperty('handles')
    expect(action?.handles).toHaveLength(2)
  })
})
