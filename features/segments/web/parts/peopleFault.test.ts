import { expect, test } from 'vitest'
import { peopleFault } from './peopleFault.ts'

const BUILDING = 'Segment is still building 🏗. Please try again in a few minutes.'

test.each([
  ['canceling statement due to statement timeout', false, BUILDING],
  ['Query timed out.', true, BUILDING],
  [BUILDING, true, BUILDING],
  ['Error while getting people in segment.', true, 'Error while sorting segment.'],
  ['Error while getting people in segment.', false, 'Error while getting people in segment.'],
])('%s, sorted: %s', (message, isSorted, told) => {
  expect(peopleFault(new Error(message), isSorted).message).toBe(told)
})

test('what is no error is told in the words of the call', () => {
  expect(peopleFault(undefined, false).message).toBe('Error while getting people in segment.')
})
