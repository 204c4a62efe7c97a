import { folderCalls } from './calls.ts'

export { type FolderPatch, folderCalls, type NewFolder } from './calls.ts'
export * from './folder.ts'

/** Every call about folders. */
export const foldersContract = { ...folderCalls }
