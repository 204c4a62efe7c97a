import { allows } from '@millrace/kit/contract'
import { type Caller, forbidden } from '@millrace/kit/server'
import { type FolderType, folderScopes } from '../../contract/index.ts'

/** Whether somebody may see the folders of a kind: whoever may see what lies in them. */
export const maySee = (caller: Caller, type: FolderType): boolean => allows(caller, [folderScopes(type).read])

/** Refuses whoever may not change the items of a kind. */
export const mustWrite = (caller: Caller, type: FolderType): void => {
  const { write } = folderScopes(type)
  if (!allows(caller, [write])) throw forbidden(`Required permission: ${write}`)
}

/** Refuses whoever may not see the items of a kind. */
export const mustSee = (caller: Caller, type: FolderType): void => {
  if (!maySee(caller, type)) throw forbidden(`Required permission: ${folderScopes(type).read}`)
}
