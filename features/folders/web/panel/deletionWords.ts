import { plural } from '@millrace/kit/web'
import type { FolderType } from '../../contract/index.ts'
import { itemWords, keepsItems, manyOf } from '../words.ts'

/** What becomes of one item and of several. */
type Fate = [one: string, many: string]

const ARCHIVED: Fate = [
  'is archived. You find it under Archived and can bring it back.',
  'are archived. You find them under Archived and can bring them back.',
]

const FATES: Partial<Record<FolderType, Fate>> = {
  flows: [
    'is archived, and switched off if it runs. You find it under Archived and can bring it back.',
    'are archived, and switched off where they run. You find them under Archived and can bring them back.',
  ],
  emails: ARCHIVED,
  broadcasts: ARCHIVED,
  forms: ARCHIVED,
  tags: ['is deleted for good and taken off everybody.', 'are deleted for good and taken off everybody.'],
}

const STAY: Fate = ['stays as it is; it only loses its folder.', 'stay as they are; they only lose their folder.']
const SEGMENTS: Fate = ['is deleted for good. Its people stay.', 'are deleted for good. Their people stay.']

const fateOf = (kind: FolderType): Fate => FATES[kind] ?? (keepsItems(kind) ? STAY : SEGMENTS)

/** What deleting a folder with so many items and folders in it does. */
export const deletionWords = (kind: FolderType, { items, folders }: { items: number; folders: number }): string => {
  const inner = folders ? `The ${plural(folders, 'folder')} in it will be deleted too.` : ''
  if (!items) return inner ? `${inner} No ${manyOf(kind)} lie there.` : `No ${manyOf(kind)} lie in it.`
  const told = `${itemWords(kind, items)} in it ${fateOf(kind)[items === 1 ? 0 : 1]}`
  return inner ? `${told} ${inner}` : told
}
