import { describe, expect, it, vi } from 'vitest'
import { makeSelection } from './selection.ts'
import { nextSort, sorted } from './sorting.ts'
import { offsetFor, ratioOf } from './useLongScroll.ts'

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
