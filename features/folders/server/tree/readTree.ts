import { randomUUID } from 'node:crypto'
import type { House, Tx } from '@millrace/kit/server'
import type { FolderType } from '../../contract/index.ts'
import type { FolderPorts, Item, ItemSource } from '../ports.ts'

/** What a folder is for: the one that holds the rest, the favorites, or one that somebody made. */
export type Role = 'root' | 'favorites' | 'folder'

/** A folder as it is kept. */
export type FolderRow = {
  id: string
  folderType: FolderType
  role: Role
  parentId: string | null
  name: string
  color: string | null
  isExpanded: boolean
  place: number
  createdAt: Date
  updatedAt: Date
}

/** Where an item was put. */
export type Placed = { folderType: FolderType; itemId: string; isFavorite: boolean; folderId: string; place: number }

/** All folders of a kind with what lies in them. */
export type Tree = {
  type: FolderType
  root: FolderRow
  folders: FolderRow[]
  placed: Placed[]
  items: readonly Item[]
  source: ItemSource
}

const COLUMNS = `f.id, f.folder_type as "folderType", f.role, f.parent_id as "parentId", f.name, f.color,
  f.is_expanded as "isExpanded", f.place, f.created_at as "createdAt", f.updated_at as "updatedAt"`

/** The folders of some kinds. */
const FOLDERS = `select ${COLUMNS} from folders f where f.account_id = $1 and f.folder_type = any($2)
  order by f.folder_type, f.place, f.created_at, f.id`

/** What was put into them. */
const PLACED = `select i.folder_type as "folderType", i.item_id as "itemId", i.is_favorite as "isFavorite",
    i.folder_id as "folderId", i.place
  from folder_items i where i.account_id = $1 and i.folder_type = any($2) order by i.folder_type, i.place, i.item_id`

/** Makes the root or the favorites of a kind where they are missing. */
const MAKE_ONCE = `insert into folders (account_id, id, folder_type, role, parent_id, name, is_expanded, created_at, updated_at)
  values ($1, $2, $3, $4, null, $5, true, $6, $6)
  on conflict (account_id, folder_type, role) where role <> 'folder' do nothing`

/** Whoever changes a kind's folders holds its root, so that changes come one after the other. */
const HOLD = `select id from folders where account_id = $1 and folder_type = $2 and role = 'root' for update`

const NAMES = { root: 'Root', favorites: 'Favorites' }

const NOTHING: ItemSource = { items: async () => [] }

/** Where the items of a kind come from. */
const sourceOf = ({ kinds = {}, objectSegments }: FolderPorts, type: FolderType): ItemSource => {
  if (type.startsWith('objects-')) return objectSegments?.(type.slice('objects-'.length)) ?? NOTHING
  return kinds[type as keyof typeof kinds] ?? NOTHING
}

/** Makes the root or the favorites of a kind, unless they are there. */
export const makeOnce = (tx: Tx, house: House, accountId: number, type: FolderType, role: 'root' | 'favorites') =>
  tx.run(MAKE_ONCE, [accountId, randomUUID(), type, role, NAMES[role], house.clock.now()])

/** The folders of some kinds, made where they are missing, with what lies in them. */
export const readTrees = async (
  tx: Tx,
  house: House,
  ports: FolderPorts,
  accountId: number,
  types: readonly FolderType[],
): Promise<Tree[]> => {
  let folders = await tx.rows<FolderRow>(FOLDERS, [accountId, types])
  const rooted = new Set(folders.filter(({ role }) => role === 'root').map(({ folderType }) => folderType))
  const missing = types.filter((type) => !rooted.has(type))
  for (const type of missing) await makeOnce(tx, house, accountId, type, 'root')
  if (missing.length) folders = await tx.rows<FolderRow>(FOLDERS, [accountId, types])
  const placed = await tx.rows<Placed>(PLACED, [accountId, types])
  const trees: Tree[] = []
  for (const type of types) {
    const own = folders.filter(({ folderType }) => folderType === type)
    const root = own.find(({ role }) => role === 'root')
    if (!root) throw new Error(`The folders of ${type} have no root.`)
    const source = sourceOf(ports, type)
    const items = await source.items(tx, accountId)
    trees.push({ type, root, folders: own, placed: placed.filter((row) => row.folderType === type), items, source })
  }
  return trees
}

/** The folders of a kind; nobody else changes them until the transaction is over. */
export const holdTree = async (
  tx: Tx,
  house: House,
  ports: FolderPorts,
  accountId: number,
  type: FolderType,
): Promise<Tree> => {
  await makeOnce(tx, house, accountId, type, 'root')
  await tx.one(HOLD, [accountId, type])
  const [tree] = await readTrees(tx, house, ports, accountId, [type])
  return tree!
}

/** The same tree after a change of its folders in this transaction. */
export const readAgain = async (tx: Tx, accountId: number, tree: Tree): Promise<Tree> => {
  const folders = await tx.rows<FolderRow>(FOLDERS, [accountId, [tree.type]])
  const placed = await tx.rows<Placed>(PLACED, [accountId, [tree.type]])
  return { ...tree, folders, placed }
}
