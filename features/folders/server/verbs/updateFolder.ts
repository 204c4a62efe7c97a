import { type Caller, type House, notFound, refused, type Tx } from '@millrace/kit/server'
import { type Folder, type FolderPatch, type FolderType, UNNAMED_FOLDER } from '../../contract/index.ts'
import type { FolderPorts } from '../ports.ts'
import { moveThings } from '../tree/moveThings.ts'
import { planMove } from '../tree/planMove.ts'
import { type FolderRow, holdTree, readAgain, type Tree } from '../tree/readTree.ts'
import { shapeFolder } from '../tree/shapeFolder.ts'
import { mustWrite } from './mayFolders.ts'

const GONE = 'There is no such folder.'

/** The kind of a folder. */
const KIND = `select folder_type as "folderType" from folders where account_id = $1 and id = $2`

/** Renames, colours, opens or closes a folder; what is null stays. */
const CHANGE = `update folders set name = coalesce($3, name), color = case when $4 then $5 else color end,
    is_expanded = coalesce($6, is_expanded), updated_at = $7
  where account_id = $1 and id = $2`

/** A folder that the caller may change, with its tree held; 404 where the account has none of that id. */
export const holdFolder = async (
  tx: Tx,
  house: House,
  ports: FolderPorts,
  caller: Caller,
  id: string,
): Promise<{ tree: Tree; folder: FolderRow }> => {
  const row = await tx.one<{ folderType: FolderType }>(KIND, [caller.accountId, id])
  if (!row) throw notFound(GONE)
  mustWrite(caller, row.folderType)
  const tree = await holdTree(tx, house, ports, caller.accountId, row.folderType)
  const folder = tree.folders.find((one) => one.id === id.toLowerCase())
  // Somebody else may have deleted it while this waited.
  if (!folder) throw notFound(GONE)
  return { tree, folder }
}

const checkAuto = ({ role, name }: FolderRow, patch: FolderPatch) => {
  if (role !== 'folder' && (patch.name !== undefined || patch.color))
    throw refused(`${name} keeps its name and has no colour.`)
}

/** Changes a folder; what is not given stays, so that what others change meanwhile stays too. */
export const updateFolder = (
  house: House,
  ports: FolderPorts,
  caller: Caller,
  id: string,
  patch: FolderPatch,
): Promise<Folder> =>
  house.db.account(caller.accountId, async (tx) => {
    const { accountId } = caller
    const { tree, folder } = await holdFolder(tx, house, ports, caller, id)
    checkAuto(folder, patch)
    const move = planMove(tree, folder, patch)
    if (move) await moveThings(tx, accountId, tree, folder, move)
    const name = patch.name === undefined ? null : patch.name || UNNAMED_FOLDER
    await tx.run(CHANGE, [
      accountId,
      folder.id,
      name,
      patch.color !== undefined,
      patch.color || null,
      patch.expanded ?? null,
      house.clock.now(),
    ])
    const after = await readAgain(tx, accountId, tree)
    return shapeFolder(after, after.folders.find((one) => one.id === folder.id)!)
  })
