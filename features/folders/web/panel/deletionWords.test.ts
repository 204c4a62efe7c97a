import { expect, it } from 'vitest'
import { itemWords, keepsItems } from '../words.ts'
import { deletionWords } from './deletionWords.ts'

it.each([
  [
    'flows',
    2,
    1,
    '2 flows in it are archived, and switched off where they run. You find them under Archived and can bring them back. The 1 folder in it will be deleted too.',
  ],
  ['emails', 1, 0, '1 email in it is archived. You find it under Archived and can bring it back.'],
  [
    'segments',
    3,
    2,
    '3 segments in it are deleted for good. Their people stay. The 2 folders in it will be deleted too.',
  ],
  ['objects-company', 1, 0, '1 segment in it is deleted for good. Its people stay.'],
  ['tags', 1, 0, '1 tag in it is deleted for good and taken off everybody.'],
  ['personFields', 4, 0, '4 fields in it stay as they are; they only lose their folder.'],
  ['flows', 0, 0, 'No flows lie in it.'],
  ['flows', 0, 2, 'The 2 folders in it will be deleted too. No flows lie there.'],
] as const)('says what deleting a folder of %s with %i items and %i folders does', (kind, items, folders, words) => {
  expect(deletionWords(kind, { items, folders })).toBe(words)
})

it('tells the kinds whose items stay', () => {
  expect(keepsItems('personFields')).toBe(true)
  expect(keepsItems('tags')).toBe(false)
  expect(itemWords('tags', 2)).toBe('2 tags')
})
