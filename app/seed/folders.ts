import { STORY_FAVORITES, STORY_FOLDERS, type StoryFolder } from '@millrace/database/seeds'
import { foldersContract } from '@millrace/folders/contract'
import type { Caller } from './caller.ts'

/** The folders of the story, with what lies in them. */
export const tellFolders = async (call: Caller): Promise<void> => {
  const { folders } = await call(foldersContract, 'listFolders', { query: { items: 'true' } })
  const idsOf = ({ folderType, items }: Pick<StoryFolder, 'folderType' | 'items'>) =>
    items.map((name) => {
      const item = folders.find((one) => one.type === 'item' && one.folderType === folderType && one.name === name)
      if (!item) throw new Error(`The story has nothing called "${name}" among its ${folderType}.`)
      return item.id
    })
  const make = async (wanted: StoryFolder, parentId?: string): Promise<void> => {
    const { folderType, name, color, folders: inside = [] } = wanted
    const { folder } = await call(foldersContract, 'createFolder', {
      body: {
        folderType,
        name,
        color,
        childrenIds: idsOf(wanted),
        expanded: inside.length > 0,
        ...(parentId && { parentId }),
      },
    })
    for (const each of inside) await make(each, folder.id)
  }
  for (const wanted of STORY_FOLDERS) await make(wanted)
  for (const favorites of STORY_FAVORITES)
    await call(foldersContract, 'createFolder', {
      body: { folderType: favorites.folderType, autoFolderType: 'favorites', childrenIds: idsOf(favorites) },
    })
}
