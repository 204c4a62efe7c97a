import type { Tx } from '@millrace/kit/server'
import type { FOLDER_TYPES } from '../contract/index.ts'

/** An item as its feature knows it. Archived ones keep their folder but do not count. */
export type Item = { id: string; name: string; isArchived?: boolean }

/** What folders ask of the feature whose items lie in them. */
export type ItemSource = {
  /** All items of an account, in the order of their list. */
  items(tx: Tx, accountId: number): Promise<readonly Item[]>
  /** Archives or deletes items whose folder is deleted; without it they only lose their folder. Throws where one must stay. */
  remove?(tx: Tx, by: { accountId: number; memberId: number }, ids: readonly string[]): Promise<void>
}

/** Where items come from, by kind; a kind without a source has no items yet. */
export type FolderPorts = {
  kinds?: Partial<Record<(typeof FOLDER_TYPES)[number], ItemSource>>
  /** The segments of a kind of objects. */
  objectSegments?: (objectName: string) => ItemSource
}
