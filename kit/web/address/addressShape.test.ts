import { describe, expect, it } from 'vitest'
import { addressShape, param } from './addressShape.ts'
import { readSearch, splitAddress, writeSearch } from './search.ts'

const shape = addressShape({
  search: param.text(),
  folder: param.number(),
  days: param.number(30),
  status: param.oneOf(['All', 'Active'], 'All'),
  panel: param.oneOf(['history']),
})

describe('what an address says', () => {
  it.each([
    ['', { days: 30, status: 'All' }],
    ['?search=ann%20b&folder=7', { search: 'ann b', folder: 7, days: 30, status: 'All' }],
    ['?days=7&status=Active&panel=history', { days: 7, status: 'Active', panel: 'history' }],
    ['?folder=x&days=soon&status=Gone&panel=', { days: 30, status: 'All' }],
    ['?folder=1&folder=2&unknown=3', { folder: 2, days: 30, status: 'All' }],
  ])('%s', (address, expected) => {
    expect(shape.read(readSearch(address))).toEqual(expected)
  })
})

describe('the text of an address', () => {
  it('leaves out what is empty and keeps lists readable', () => {
    const search = { a: 'x y', none: undefined, no: false, empty: '', list: [1, 2], zero: 0, path: '/flows' }
    expect(writeSearch(search)).toBe('?a=x+y&list=1,2&zero=0&path=/flows')
    expect(writeSearch({ nothing: null })).toBe('')
  })

  it('reads back what it wrote', () => {
    expect(readSearch(writeSearch({ q: 'a&b=c?', n: 5 }))).toEqual({ q: 'a&b=c?', n: '5' })
  })

  it('takes a path apart', () => {
    expect(splitAddress('/flows/12?tab=history#x')).toEqual({ to: '/flows/12', search: { tab: 'history' }, hash: 'x' })
    expect(splitAddress('.')).toEqual({ to: '.', search: {} })
  })
})
