import { describe, expect, it } from 'vitest'
import { applyDiff, EMPTY, type FlowDocument } from './document.ts'
import { blankStep, placeNote, placeStep } from './gestures.ts'
import { neighbour } from './neighbour.ts'

const at = { x: 0, y: 0 }
const grow = () => {
  let document: FlowDocument = EMPTY
  const put = (operationKey: string, place: Parameters<typeof placeStep>[2]) => {
    const step = blankStep('millrace', operationKey, 'person')
    document = applyDiff(document, placeStep(document, step, place))
    return step.key
  }
  return { put, now: () => document }
}

describe('placing steps', () => {
  it('hangs a step under the one before, each exit on its side', () => {
    const { put, now } = grow()
    const trigger = put('/event', { at })
    const filter = put('/has-tag', { after: trigger, at })
    const yes = put('/add-tag', { after: filter, exit: 'yes', at })
    const no = put('/remove-tag', { after: filter, exit: 'no', at })
    const { steps, links } = now()
    expect(steps[filter]!.y).toBeGreaterThan(steps[trigger]!.y)
    expect(steps[yes]!.x).toBeLessThan(steps[no]!.x)
    expect(Object.values(links).map(({ condition }) => condition)).toEqual([undefined, 'yes', 'no'])
  })

  it('makes room when it goes into a link, and leads on by the first exit', () => {
    const { put, now } = grow()
    const trigger = put('/event', { at })
    const last = put('/add-tag', { after: trigger, at })
    const before = now().steps[last]!.y
    const filter = put('/has-tag', { into: Object.keys(now().links)[0], at })
    const { steps, links } = now()
    expect(steps[last]!.y).toBeGreaterThan(before)
    expect(steps[filter]!.y).toBeLessThan(steps[last]!.y)
    expect(Object.values(links).map(({ source, target, condition }) => [source, target, condition])).toEqual([
      [trigger, filter, undefined],
      [filter, last, 'yes'],
    ])
  })

  it('never lays one step on another', () => {
    const { put, now } = grow()
    for (let i = 0; i < 6; i++) put('/event', { at })
    const places = Object.values(now().steps).map(({ x, y }) => `${x},${y}`)
    expect(new Set(places).size).toBe(6)
  })

  it('refuses a step that the catalogue does not know', () => {
    expect(() => blankStep('millrace', '/nothing', 'person')).toThrow('Unknown step')
  })

  it('walks along links by the arrow keys', () => {
    const { put, now } = grow()
    const trigger = put('/event', { at })
    const filter = put('/has-tag', { after: trigger, at })
    const yes = put('/add-tag', { after: filter, exit: 'yes', at })
    const no = put('/remove-tag', { after: filter, exit: 'no', at })
    const walk = (from: string, arrow: string) => neighbour(now(), from, arrow)
    expect([
      walk(trigger, 'ArrowDown'),
      walk(filter, 'ArrowDown'),
      walk(yes, 'ArrowRight'),
      walk(no, 'ArrowLeft'),
      walk(no, 'ArrowUp'),
      walk(no, 'ArrowDown'),
    ]).toEqual([filter, yes, no, yes, filter, undefined])
  })
})

it('puts a note beside the steps, never under one', () => {
  const { put, now } = grow()
  put('/event', { at })
  const diff = placeNote(now(), 'note', { x: 20, y: 20 })
  const note = Object.values(diff.notes ?? {})[0]?.after
  expect(note!.x + note!.width).toBeLessThan(0)
})
