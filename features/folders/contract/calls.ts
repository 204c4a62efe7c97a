import { call, HexColor } from '@millrace/kit/contract'
import { z } from 'zod'
import { Folder, FolderItem, FolderKind, LONGEST_NAME } from './folder.ts'

const ItemIds = z.array(z.string().min(1).max(300)).max(10_000)
const FolderId = z.uuid('There is no such folder.')

const Patch = z.object({
  name: z.string().trim().max(LONGEST_NAME).optional(),
  color: HexColor.nullable().optional(),
  expanded: z.boolean().optional(),
  /** All that is to lie in it, in order; what is left out goes to the root. */
  childrenIds: ItemIds.optional(),
})

/** Changes that leave alone what another tab did meanwhile. */
const Moves = z.object({
  /** Puts these into it. */
  addIds: ItemIds.optional(),
  /** Takes these out of it, to the root. */
  removeIds: ItemIds.optional(),
  /** Stands what is put in before this one; at the end without it. */
  beforeId: z.string().max(300).optional(),
})

/** What may change of a folder. */
export type FolderPatch = z.infer<typeof Patch> & z.infer<typeof Moves>

const NewFolder = z.object({
  ...Patch.shape,
  id: FolderId.optional(),
  folderType: FolderKind,
  type: z.literal('folder').optional(),
  root: z.boolean().optional(),
  autoFolderType: z.literal('favorites').nullish(),
  /** The folder that it is made in; the root unless told. */
  parentId: FolderId.optional(),
})

/** A folder to be made. */
export type NewFolder = z.infer<typeof NewFolder>

export const folderCalls = {
  listFolders: call({
    method: 'GET',
    path: '/v1/folders',
    query: z.object({
      folderType: FolderKind.optional(),
      /** Also answers the items that lie in the folders. */
      items: z.enum(['true', 'false']).optional(),
    }),
    returns: z.object({ folders: z.array(z.discriminatedUnion('type', [Folder, FolderItem])) }),
    summary: 'List folders of the kinds that one may see',
    fail: "We couldn't retrieve folders.",
  }),
  createFolder: call({
    method: 'POST',
    path: '/v1/folders',
    body: NewFolder,
    returns: z.object({ folder: Folder }),
    summary: 'Make a folder; of the root and the favorites there is one, which is answered where it is there',
    fail: "We couldn't create folder.",
  }),
  updateFolder: call({
    method: 'PATCH',
    path: '/v1/folders/{id}',
    params: z.object({ id: FolderId }),
    body: z.object({ ...Patch.shape, ...Moves.shape, id: FolderId.optional() }),
    returns: z.object({ folder: Folder }),
    summary: 'Rename, colour or open a folder, or move things into it and out of it',
    fail: "We couldn't save folder.",
  }),
  deleteFolder: call({
    method: 'DELETE',
    path: '/v1/folders/{id}',
    params: z.object({ id: FolderId }),
    status: 200,
    returns: z.object({ folder: Folder }),
    summary:
      'Delete a folder with the folders in it; flows, emails, broadcasts and forms in it are archived, segments and tags deleted, fields stay',
    fail: "Couldn't remove folder/item",
  }),
}
