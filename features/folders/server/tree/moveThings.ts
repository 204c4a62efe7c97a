import type { Tx } from '@millrace/kit/server'
import type { Move } from './planMove.ts'
import type { FolderRow, Tree } from './readTree.ts'

/** Puts folders into a folder, each at its place. */
const PUT_FOLDERS = `update folders f set parent_id = $3, place = u.place from unnest($4::uuid[], $5::int[]) as u(id, place)
  where f.account_id = $1 and f.folder_type = $2 and f.id = u.id`

/** Puts items into a folder, out of the one where they lay. */
const PUT_ITEMS = `insert into folder_items (account_id, folder_type, item_id, is_favorite, folder_id, place)
  select $1::int, $2::text, u.id, $3, $4::uuid, u.place from unnest($5::text[], $6::int[]) as u(id, place)
  on conflict (account_id, folder_type, item_id, is_favorite)
  do update set folder_id = excluded.folder_id, place = excluded.place`

/** Takes items out of a folder. */
const TAKE_ITEMS = `delete from folder_items where account_id = $1 and folder_id = $2 and item_id = any($3)`

/** Where a folder at the end of the root stands. */
const LAST = `select coalesce(max(place), 0) as last from folders where account_id = $1 and parent_id = $2`

type Put = { id: string; place: number }

/** Numbers that rise along the sequence; what stands well already keeps its own. */
export const placesOf = (sequence: readonly string[], present: ReadonlyMap<string, number>): Put[] => {
  const puts: Put[] = []
  let last = -1
  for (const id of sequence) {
    const own = present.get(id)
    const place = own !== undefined && own > last ? own : last + 1
    if (place !== own) puts.push({ id, place })
    last = place
  }
  return puts
}

const presentIn = (tree: Tree, target: FolderRow): Map<string, number> =>
  new Map([
    ...tree.folders.filter(({ parentId }) => parentId === target.id).map(({ id, place }) => [id, place] as const),
    ...tree.placed
      .filter(({ folderId }) => folderId === target.id)
      .map(({ itemId, place }) => [itemId, place] as const),
  ])

const putFolders = (tx: Tx, accountId: number, tree: Tree, parentId: string, puts: readonly Put[]) =>
  puts.length
    ? tx.run(PUT_FOLDERS, [accountId, tree.type, parentId, puts.map(({ id }) => id), puts.map(({ place }) => place)])
    : 0

/** Carries a move out. What is taken out of a folder lies in the root afterwards. */
export const moveThings = async (tx: Tx, accountId: number, tree: Tree, target: FolderRow, move: Move) => {
  const folderIds = new Set(tree.folders.map(({ id }) => id))
  const puts = placesOf(move.sequence, presentIn(tree, target))
  const items = puts.filter(({ id }) => !folderIds.has(id))
  await putFolders(
    tx,
    accountId,
    tree,
    target.id,
    puts.filter(({ id }) => folderIds.has(id)),
  )
  if (items.length) {
    const [ids, places] = [items.map(({ id }) => id), items.map(({ place }) => place)]
    await tx.run(PUT_ITEMS, [accountId, tree.type, target.role === 'favorites', target.id, ids, places])
  }
  if (target.role === 'root' || !move.removeIds.length) return
  const inside = new Set(tree.folders.filter(({ parentId }) => parentId === target.id).map(({ id }) => id))
  const out = move.removeIds.filter((id) => inside.has(id))
  if (out.length) {
    const last = (await tx.one<{ last: number }>(LAST, [accountId, tree.root.id]))?.last ?? 0
    await putFolders(
      tx,
      accountId,
      tree,
      tree.root.id,
      out.map((id, index) => ({ id, place: last + 1 + index })),
    )
  }
  await tx.run(TAKE_ITEMS, [accountId, target.id, move.removeIds.filter((id) => !folderIds.has(id))])
}
