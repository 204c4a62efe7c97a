import { randomUUID } from 'node:crypto'
import { type Caller, conflict, type House, refused, type Tx } from '@millrace/kit/server'
import { type Folder, MOST_FOLDERS, type NewFolder, UNNAMED_FOLDER } from '../../contract/index.ts'
import type { FolderPorts } from '../ports.ts'
import { moveThings } from '../tree/moveThings.ts'
import { checkDepth, planMove } from '../tree/planMove.ts'
import { type FolderRow, holdTree, makeOnce, readAgain, type Tree } from '../tree/readTree.ts'
import { shapeFolder } from '../tree/shapeFolder.ts'
import { mustWrite } from './mayFolders.ts'

/** Makes a folder at the end of its parent. */
const MAKE = `insert into folders (account_id, id, folder_type, parent_id, name, color, is_expanded, place, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) on conflict (account_id, id) do nothing returning id`

/** After all that stands in a folder. */
const endOf = (tree: Tree, parent: FolderRow) =>
  1 +
  Math.max(
    0,
    ...tree.folders.filter(({ parentId }) => parentId === parent.id).map(({ place }) => place),
    ...tree.placed.filter(({ folderId }) => folderId === parent.id).map(({ place }) => place),
  )

const parentFor = (tree: Tree, parentId: string | undefined): FolderRow => {
  const parent = parentId ? tree.folders.find(({ id }) => id === parentId) : tree.root
  if (!parent || parent.role === 'favorites') throw refused('There is no such folder to make it in.')
  checkDepth(tree, parent, 1)
  return parent
}

const make = async (tx: Tx, house: House, accountId: number, tree: Tree, wanted: NewFolder): Promise<string> => {
  const parent = parentFor(tree, wanted.parentId)
  if (tree.folders.length >= MOST_FOLDERS) throw refused(`There can be ${MOST_FOLDERS} folders of a kind at the most.`)
  const id = wanted.id?.toLowerCase() ?? randomUUID()
  const made = await tx.one(MAKE, [
    accountId,
    id,
    wanted.folderType,
    parent.id,
    wanted.name || UNNAMED_FOLDER,
    wanted.color || null,
    wanted.expanded ?? false,
    endOf(tree, parent),
    house.clock.now(),
  ])
  if (!made) throw conflict('There is a folder with this id already.')
  return id
}

/** The one root or the favorites of a kind, made where they are missing. */
const once = async (tx: Tx, house: House, accountId: number, tree: Tree, wanted: NewFolder) => {
  if (wanted.root) return tree.root.id
  await makeOnce(tx, house, accountId, wanted.folderType, 'favorites')
  return undefined
}

/** Makes a folder with what it is to hold; answers the root or the favorites that are there where those are wanted. */
export const createFolder = (house: House, ports: FolderPorts, caller: Caller, wanted: NewFolder): Promise<Folder> =>
  house.db.account(caller.accountId, async (tx) => {
    const { accountId } = caller
    mustWrite(caller, wanted.folderType)
    const tree = await holdTree(tx, house, ports, accountId, wanted.folderType)
    const isOnce = wanted.root || wanted.autoFolderType === 'favorites'
    const id = isOnce ? await once(tx, house, accountId, tree, wanted) : await make(tx, house, accountId, tree, wanted)
    const read = async () => {
      const next = await readAgain(tx, accountId, tree)
      return { tree: next, folder: next.folders.find((one) => (id ? one.id === id : one.role === 'favorites'))! }
    }
    const made = await read()
    const move = planMove(made.tree, made.folder, { addIds: wanted.childrenIds })
    if (!move) return shapeFolder(made.tree, made.folder)
    await moveThings(tx, accountId, made.tree, made.folder, move)
    const filled = await read()
    return shapeFolder(filled.tree, filled.folder)
  })
