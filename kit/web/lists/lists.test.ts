import { describe, expect, it, vi } from 'vitest'
import { makeSelection } from './selection.ts'
import { nextSort, sorted } from './sorting.ts'
import { inSlots, offsetFor, ratioOf, slotOf } from './useLongScroll.ts'
import { touches } from './usePages.ts'

describe('a selection', () => {
  it('is a list, or all but a list', () => {
    const selection = makeSelection<number>()
    selection.toggle(3)
    selection.toggle(5)
    selection.toggle(3)
    expect([selection.has(3), selection.has(5), selection.count(1_000_000)]).toEqual([false, true, 1])
    selection.setAll(true)
    selection.toggle(5)
    expect([selection.has(3), selection.has(5), selection.count(1_000_000)]).toEqual([true, false, 999_999])
    selection.set([5, 6], false)
    expect(selection.count(10)).toBe(8)
    selection.set([6], true)
    expect([...selection.now().ids]).toEqual([5])
  })

  it('tells those who listen, and them alone', () => {
    const selection = makeSelection<number>()
    const heard = vi.fn()
    const stop = selection.subscribe(heard)
    selection.toggle(1)
    stop()
    selection.toggle(2)
    expect(heard).toHaveBeenCalledOnce()
  })
})

describe('sorting', () => {
  const rows = [{ n: 'b10' }, { n: null }, { n: 'b9' }, { n: 'a' }]
  const by = (row: { n: string | null }) => row.n

  it.each([
    ['n', ['a', 'b9', 'b10', null]],
    ['-n', ['b10', 'b9', 'a', null]],
    [undefined, ['b10', null, 'b9', 'a']],
  ])('by %s keeps nothing last', (sort, expected) => {
    expect(sorted(rows, sort, by).map(by)).toEqual(expected)
  })

  it('turns with each press: one way, the other, none', () => {
    expect([nextSort(undefined, 'n'), nextSort('n', 'n'), nextSort('-n', 'n')]).toEqual(['n', '-n', undefined])
    expect([nextSort('name', 'n', true), nextSort('-n', 'n', true), nextSort('n', 'n', true)]).toEqual([
      '-n',
      'n',
      undefined,
    ])
  })
})

describe('scrolling to a row', () => {
  it.each([
    ['one that is seen', 88, 0, undefined],
    ['one above', 88, 100, 88],
    ['one below', 880, 0, 324],
    ['the last of a million', 44 * 999_999, 16_000_000, 44 * 1_000_000 - 600],
  ])('%s', (_which, top, offset, wanted) => expect(offsetFor(top, 44, offset, 600)).toBe(wanted))
  it('goes farther than the scroll bar in a list that is taller than a browser draws, to its very end', () => {
    const [full, height, seen] = [44_000_000, 16_000_000, 600]
    expect(ratioOf(880, 880, seen)).toBe(1)
    expect((height - seen) * ratioOf(full, height, seen)).toBeCloseTo(full - seen)
  })
})

describe('the elements of rows', () => {
  const drawn = (first: number, slots: number) =>
    Array.from({ length: slots }, (_, at) => ({ index: first + at, slot: slotOf(first + at, slots) }))
  it('stay where they are while other rows come to stand in them', () => {
    const slotsOf = (first: number) => inSlots(drawn(first, 5), 2, 5).map(({ slot }) => slot)
    expect([slotsOf(2), slotsOf(4), slotsOf(1), slotsOf(900)]).toEqual(Array(4).fill([2, 3, 4, 0, 1]))
  })
  it('follow one another as the rows do where the first row stands first', () => {
    for (const first of [0, 3, 12, 101])
      expect(inSlots(drawn(first, 7), slotOf(first, 7), 7).map(({ index }) => index - first)).toEqual([
        0, 1, 2, 3, 4, 5, 6,
      ])
  })
})

it('pages are asked for where one of them stayed in sight', () => {
  const span = (from: number, to: number) => ({ from, to })
  expect(touches(span(3, 3), span(3, 4))).toBe(true)
  expect(touches(span(3, 4), span(4, 5))).toBe(true)
  expect(touches(span(3, 4), span(5, 5))).toBe(false)
  expect(touches(span(9, 9), span(2, 3))).toBe(false)
})
