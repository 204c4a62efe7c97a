import { describe, expect, it } from 'vitest'
import type { Folder } from '../../contract/index.ts'
import { withChange, withFolder, withMove, withoutFolder } from './changeFolders.ts'
import { mayLieIn, pathTo, treeOf } from './folderTree.ts'

const folder = (id: string, childrenIds: string[] = [], about: Partial<Folder> = {}): Folder => ({
  id,
  type: 'folder',
  name: id.toUpperCase(),
  folderType: 'flows',
  root: false,
  autoFolderType: null,
  childrenIds,
  expanded: false,
  color: null,
  createdAt: '2026-03-10T09:00:00.000Z',
  updatedAt: '2026-03-10T09:00:00.000Z',
  ...about,
})

/** root: a (b (3), 2), c, 1; favorites: 2 */
const FOLDERS = [
  folder('root', ['a', 'c', '1'], { root: true }),
  folder('a', ['b', '2']),
  folder('b', ['3']),
  folder('c'),
  folder('favorites', ['2'], { autoFolderType: 'favorites' }),
]

const children = (folders: readonly Folder[]) =>
  Object.fromEntries(folders.map(({ id, childrenIds }) => [id, childrenIds.join(' ')]))

describe('the tree of folders', () => {
  const tree = treeOf(FOLDERS)!

  it('puts folders into each other and counts what lies in them, however deep', () => {
    expect(tree.top.map(({ folder: { id }, all, height }) => [id, [...all].toSorted(), height])).toEqual([
      ['a', ['2', '3'], 2],
      ['c', [], 1],
    ])
    expect(tree.list.map(({ folder: { id }, level }) => `${id}${level}`)).toEqual(['a0', 'b1', 'c0'])
    expect(tree.loose).toEqual(['1'])
    expect([...tree.folderOf]).toEqual([
      ['3', 'b'],
      ['2', 'a'],
    ])
    expect(pathTo(tree, 'b').map(({ folder: { id } }) => id)).toEqual(['a', 'b'])
  })

  it('has none without a root, and survives a circle', () => {
    expect(treeOf([folder('a')])).toBeUndefined()
    const circle = [folder('root', ['a'], { root: true }), folder('a', ['b']), folder('b', ['a'])]
    expect(treeOf(circle)?.list.map(({ folder: { id } }) => id)).toEqual(['a', 'b'])
  })

  it.each([
    ['c', 'b', true],
    ['c', 'root', true],
    ['a', 'b', 'A folder cannot lie in itself.'],
    ['a', 'a', 'A folder cannot lie in itself.'],
  ])('says whether %s may lie in %s', (id, target, answer) => {
    expect(mayLieIn(tree, id, target)).toBe(answer)
  })

  it('knows when folders would go too deep', () => {
    const chain = ['1', '2', '3', '4', '5'].map((id, at, all) =>
      folder(`f${id}`, all[at + 1] ? [`f${all[at + 1]}`] : []),
    )
    const deep = treeOf([folder('root', ['f1', 'x'], { root: true }), ...chain, folder('x')])!
    expect(mayLieIn(deep, 'x', 'f4')).toBe(true)
    expect(mayLieIn(deep, 'x', 'f5')).toBe('Folders go 5 deep at the most.')
  })
})

describe('folders before the server has answered', () => {
  it.each([
    ['an item into a folder', 'c', { addIds: ['2'] }, { root: 'a c 1', a: 'b', b: '3', c: '2', favorites: '2' }],
    ['a folder into another', 'c', { addIds: ['b'] }, { root: 'a c 1', a: '2', b: '3', c: 'b', favorites: '2' }],
    [
      'before something',
      'root',
      { addIds: ['c'], beforeId: 'a' },
      { root: 'c a 1', a: 'b 2', b: '3', c: '', favorites: '2' },
    ],
    ['out of a folder', 'a', { removeIds: ['2'] }, { root: 'a c 1 2', a: 'b', b: '3', c: '', favorites: '2' }],
    [
      'into the favorites',
      'favorites',
      { addIds: ['1'] },
      { root: 'a c 1', a: 'b 2', b: '3', c: '', favorites: '2 1' },
    ],
    [
      'out of the favorites',
      'favorites',
      { removeIds: ['2'] },
      { root: 'a c 1', a: 'b 2', b: '3', c: '', favorites: '' },
    ],
    ['nowhere', 'gone', { addIds: ['1'] }, { root: 'a c 1', a: 'b 2', b: '3', c: '', favorites: '2' }],
  ])('moves %s', (_what, target, moved, expected) => {
    expect(children(withMove(FOLDERS, target, moved))).toEqual(expected)
  })

  it('changes, makes and deletes', () => {
    expect(withChange(FOLDERS, 'c', { name: 'New' }).find(({ id }) => id === 'c')?.name).toBe('New')
    expect(children(withFolder(FOLDERS, folder('n'), 'c')).c).toBe('n')
    expect(children(withFolder(FOLDERS, folder('n'), undefined)).root).toBe('a c 1 n')
    expect(children(withoutFolder(FOLDERS, 'a', false))).toEqual({ root: 'c 1', c: '', favorites: '' })
    expect(children(withoutFolder(FOLDERS, 'a', true))).toEqual({ root: 'c 1 2 3', c: '', favorites: '2' })
  })
})
