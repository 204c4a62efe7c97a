import { expect, test } from 'vitest'
import { likeHolding, likeSearch, likeText } from './likePattern.ts'

test('signs of patterns stand for themselves', () => {
  expect(likeText('50%_off\\')).toBe('50\\%\\_off\\\\')
  expect(likeHolding(' a_b ')).toBe('% a\\_b %')
})

test('a search is held without the room around it; without words it is none', () => {
  expect(likeSearch('  100% ')).toBe('%100\\%%')
  expect([likeSearch(), likeSearch('   ')]).toEqual(['', ''])
})
