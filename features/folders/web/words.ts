import { plural } from '@millrace/kit/web'
import type { FolderType } from '../contract/index.ts'

const SINGULAR: Partial<Record<FolderType, string>> = {
  flows: 'flow',
  emails: 'email',
  broadcasts: 'broadcast',
  forms: 'form',
  tags: 'tag',
  personFields: 'field',
  eventManagement: 'event',
}

/** An item of a kind: "flow". */
const oneOf = (kind: FolderType): string => SINGULAR[kind] ?? 'segment'

/** Some items in words: "3 flows". */
export const itemWords = (kind: FolderType, count: number): string => plural(count, oneOf(kind))

/** The items of a kind: "flows". */
export const manyOf = (kind: FolderType): string => `${oneOf(kind)}s`

/** Whether items of a kind stay when their folder goes. */
export const keepsItems = (kind: FolderType): boolean => kind === 'personFields' || kind === 'eventManagement'
