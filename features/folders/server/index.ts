import type { FeatureServer, House } from '@millrace/kit/server'
import { foldersContract } from '../contract/index.ts'
import type { FolderPorts } from './ports.ts'
import { createFolder } from './verbs/createFolder.ts'
import { deleteFolder } from './verbs/deleteFolder.ts'
import { listFolders } from './verbs/listFolders.ts'
import { updateFolder } from './verbs/updateFolder.ts'

export { foldersWithin } from './foldersWithin.ts'
export type { FolderPorts, Item, ItemSource } from './ports.ts'

/** Folders on a house; where the items in them come from is plugged in by kind. */
export const openFolders = (house: House, ports: FolderPorts = {}): FeatureServer<typeof foldersContract> => ({
  contract: foldersContract,
  handlers: {
    listFolders: async ({ query }, caller) => ({ folders: await listFolders(house, ports, caller, query) }),
    createFolder: async ({ body }, caller) => ({ folder: await createFolder(house, ports, caller, body) }),
    updateFolder: async ({ params, body }, caller) => ({
      folder: await updateFolder(house, ports, caller, params.id, body),
    }),
    deleteFolder: async ({ params }, caller) => ({ folder: await deleteFolder(house, ports, caller, params.id) }),
  },
})
