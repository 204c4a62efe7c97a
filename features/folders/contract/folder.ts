import type { Scope } from '@millrace/kit/contract'
import { z } from 'zod'

/** Kinds of items that folders hold; segments of objects have kinds of their own, `objects-{name}`. */
export const FOLDER_TYPES = [
  'emails',
  'flows',
  'personFields',
  'broadcasts',
  'tags',
  'forms',
  'eventManagement',
  'segments',
] as const

/** A kind of items that folders hold. */
export type FolderType = (typeof FOLDER_TYPES)[number] | `objects-${string}`

/** What a folder is called that was given no name. */
export const UNNAMED_FOLDER = 'Unnamed folder'

/** How many folders may lie in each other. */
export const DEEPEST = 5

/** How many folders a kind may have. */
export const MOST_FOLDERS = 1_000

/** The longest name of a folder. */
export const LONGEST_NAME = 255

const NEEDED: Record<(typeof FOLDER_TYPES)[number], { read: Scope; write: Scope }> = {
  emails: { read: 'emails:read', write: 'emails:write' },
  flows: { read: 'flows:read', write: 'flows:write' },
  personFields: { read: 'people:read', write: 'personFields:write' },
  broadcasts: { read: 'broadcasts:read', write: 'broadcasts:write' },
  tags: { read: 'people:read', write: 'people:write' },
  forms: { read: 'forms:read', write: 'forms:write' },
  eventManagement: { read: 'eventManagement:read', write: 'eventManagement:write' },
  segments: { read: 'people:read', write: 'people:write' },
}

/** The permissions that folders of a kind need: those of the items in them. */
export const folderScopes = (type: FolderType): { read: Scope; write: Scope } =>
  NEEDED[type as keyof typeof NEEDED] ?? NEEDED.segments

/** A kind of items that folders hold, as text. */
export const FolderKind = z.custom<FolderType>(
  (value) =>
    typeof value === 'string' &&
    (FOLDER_TYPES.includes(value as never) || /^objects-[A-Za-z0-9_.-]{1,100}$/.test(value)),
  'There are no folders of this kind.',
)

/** The folder that a list is narrowed to, with those in it; or the favorites. */
export const FolderFilter = z.union([z.literal('favorites'), z.uuid()], 'There is no such folder.')
export type FolderFilter = z.infer<typeof FolderFilter>

/** A folder. `childrenIds` are the ids of its folders and of its items, in order. */
export const Folder = z.object({
  id: z.string(),
  type: z.literal('folder'),
  name: z.string(),
  folderType: FolderKind,
  /** True for the folder that holds whatever lies in no other. */
  root: z.boolean(),
  /** `favorites` for the folder that is made with the first favorite. */
  autoFolderType: z.literal('favorites').nullable(),
  childrenIds: z.array(z.string()),
  expanded: z.boolean(),
  color: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Folder = z.infer<typeof Folder>

/** An item that lies in folders. Ids are those of the item's own calls, as text; a field's is its folder key. */
export const FolderItem = z.object({
  type: z.literal('item'),
  id: z.string(),
  name: z.string(),
  folderType: FolderKind,
})
export type FolderItem = z.infer<typeof FolderItem>
