import { callServer, type TestAccount, type TestHouse, testHouse } from '@millrace/kit/testing'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEEPEST, type Folder, type FolderType } from '../contract/index.ts'
import { type Item, openFolders } from './index.ts'

let house: TestHouse
let server: Awaited<ReturnType<typeof openServer>>
let account: TestAccount
/** What the features above would answer. */
let items: Item[]
let removed: string[][]

const source = { items: async () => items }
const openServer = () =>
  callServer(
    openFolders(house, {
      kinds: {
        flows: {
          ...source,
          remove: async (_tx, _by, ids) => {
            if (ids.includes('needed')) throw new Error('must stay')
            removed.push([...ids])
          },
        },
        personFields: source,
      },
    }),
  )

beforeAll(async () => {
  house = await testHouse()
  server = await openServer()
})
beforeEach(async () => {
  account = await house.newAccount()
  items = ['1', '2', '3', '4'].map((id) => ({ id, name: `Flow ${id}` }))
  removed = []
})

const owner = () => server.as(account)
const make = async (about: { name?: string; parentId?: string; childrenIds?: string[] } = {}) =>
  (await owner().call('createFolder', { body: { folderType: 'flows', ...about } })).folder
const all = async (folderType: FolderType = 'flows') =>
  (await owner().call('listFolders', { query: { folderType } })).folders as Folder[]
const one = async (id: string) => (await all()).find((folder) => folder.id === id)
const root = async () => (await all()).find((folder) => folder.root)!
const change = async (id: string, body: object) =>
  (await owner().call('updateFolder', { params: { id }, body: body as never })).folder
const tryChange = (id: string, body: object) => owner().send('updateFolder', { params: { id }, body: body as never })

describe('listing folders', () => {
  it('answers a root with all items before anybody made a folder', async () => {
    expect(await all()).toEqual([
      expect.objectContaining({
        type: 'folder',
        root: true,
        folderType: 'flows',
        autoFolderType: null,
        childrenIds: ['1', '2', '3', '4'],
        createdAt: house.clock.now().toISOString(),
      }),
    ])
  })

  it('keeps one root a kind, whoever asks at once', async () => {
    const roots = await Promise.all(Array.from({ length: 5 }, root))
    expect(new Set(roots.map(({ id }) => id)).size).toBe(1)
  })

  it('attaches items that appear to the root, and forgets those that are gone', async () => {
    const { id } = await make({ childrenIds: ['2'] })
    items = [
      { id: '9', name: 'New' },
      { id: '1', name: 'Flow 1' },
    ]
    expect((await root()).childrenIds).toEqual([id, '9', '1'])
    expect((await one(id))?.childrenIds).toEqual([])
  })

  it('leaves archived items out; restored ones are where they were', async () => {
    const { id } = await make({ childrenIds: ['2', '3'] })
    items = items.map((item) => ({ ...item, isArchived: item.id === '2' }))
    expect((await one(id))?.childrenIds).toEqual(['3'])
    items = items.map(({ id: itemId, name }) => ({ id: itemId, name }))
    expect((await one(id))?.childrenIds).toEqual(['2', '3'])
  })

  it('shows the kinds that the caller may see, with items where they are asked for', async () => {
    const reader = server.as({ accountId: account.accountId, scopes: ['people:read'] })
    const { folders } = await reader.call('listFolders', { query: { items: 'true' } })
    expect(new Set(folders.map(({ folderType }) => folderType))).toEqual(new Set(['personFields', 'tags', 'segments']))
    expect(folders.filter(({ type }) => type === 'item')).toContainEqual({
      type: 'item',
      id: '1',
      name: 'Flow 1',
      folderType: 'personFields',
    })
  })

  it('refuses a kind that is none, and one that the caller may not see', async () => {
    const reader = server.as({ accountId: account.accountId, scopes: ['people:read'] })
    expect((await reader.send('listFolders', { query: { folderType: 'flows' } })).status).toBe(403)
    expect((await owner().send('listFolders', { query: { folderType: 'cows' as never } })).status).toBe(400)
    expect((await server.nobody.send('listFolders', { query: {} })).status).toBe(401)
  })

  it('has folders for segments of any object and for kinds that hold nothing yet', async () => {
    for (const folderType of ['objects-company', 'broadcasts', 'forms', 'eventManagement'] as const)
      await owner().call('createFolder', { body: { folderType, name: folderType } })
    const { folders } = await owner().call('listFolders', { query: {} })
    expect(folders).toContainEqual(expect.objectContaining({ folderType: 'objects-company', name: 'objects-company' }))
  })
})

describe('making folders', () => {
  it('names a folder that was given no name', async () => {
    expect((await make()).name).toBe('Unnamed folder')
    expect((await make({ name: '  ' })).name).toBe('Unnamed folder')
  })

  it('puts what it is to hold into it', async () => {
    const first = await make({ name: 'First', childrenIds: ['1', '2'] })
    const second = await make({ name: 'Second', childrenIds: ['2', first.id] })
    expect(second.childrenIds).toEqual(['2', first.id])
    expect((await one(first.id))?.childrenIds).toEqual(['1'])
    expect((await root()).childrenIds).toEqual([second.id, '3', '4'])
  })

  it('makes the favorites once and adds to them', async () => {
    const favorites = async (childrenIds: string[]) =>
      (
        await owner().call('createFolder', {
          body: { folderType: 'flows', autoFolderType: 'favorites', childrenIds },
        })
      ).folder
    const [first, second] = await Promise.all([favorites(['3']), favorites(['1'])])
    expect(first.id).toBe(second.id)
    const made = await one(first.id)
    expect(made).toMatchObject({ autoFolderType: 'favorites', name: 'Favorites', root: false })
    expect(made?.childrenIds.toSorted()).toEqual(['1', '3'])
    // A favorite stays in its folder.
    expect((await root()).childrenIds).toContain('3')
  })

  it('takes an id once', async () => {
    const id = '0b9ad6f0-7b3c-4f0e-9d3e-3f6f0c8f1a11'
    const body = { folderType: 'flows' as const, id }
    expect((await owner().call('createFolder', { body })).folder.id).toBe(id)
    expect((await owner().send('createFolder', { body })).status).toBe(409)
  })

  it(`refuses the folder number ${DEEPEST + 1} in each other`, async () => {
    let parentId: string | undefined
    for (let deep = 0; deep < DEEPEST; deep++) parentId = (await make({ ...(parentId && { parentId }) })).id
    const reply = await owner().send('createFolder', { body: { folderType: 'flows', parentId: parentId! } })
    expect(reply.status).toBe(422)
    expect(reply.text).toContain('Folders go 5 deep at the most.')
  })

  it('refuses bad input, unknown things, members without the permission and strangers', async () => {
    const send = (body: object) => owner().send('createFolder', { body: body as never })
    expect((await send({ name: 'No kind' })).status).toBe(400)
    expect((await send({ folderType: 'flows', name: 'x'.repeat(256) })).status).toBe(400)
    expect((await send({ folderType: 'flows', childrenIds: ['nothing'] })).status).toBe(422)
    expect((await all()).length).toBe(1)
    const reader = server.as({ accountId: account.accountId, scopes: ['flows:read', 'emails:read'] })
    expect((await reader.send('createFolder', { body: { folderType: 'flows' } })).status).toBe(403)
    const { id } = await make()
    const stranger = server.as(await house.newAccount())
    expect((await stranger.send('createFolder', { body: { folderType: 'flows', parentId: id } })).status).toBe(422)
  })
})

describe('changing folders', () => {
  it('renames, colours and opens; the rest stays', async () => {
    const { id } = await make({ name: 'Old' })
    await change(id, { color: '#2196F3' })
    await change(id, { expanded: true })
    expect(await change(id, { name: 'New' })).toMatchObject({ name: 'New', color: '#2196f3', expanded: true })
    expect(await change(id, { name: '', color: null })).toMatchObject({ name: 'Unnamed folder', color: null })
  })

  it('takes all that it holds, in order', async () => {
    const inner = await make({ name: 'Inner' })
    const { id } = await make({ childrenIds: ['1', '2', '3'] })
    expect((await change(id, { childrenIds: ['3', inner.id, '4'] })).childrenIds).toEqual(['3', inner.id, '4'])
    expect((await change(id, { childrenIds: ['4', '3'] })).childrenIds).toEqual(['4', '3'])
    expect((await root()).childrenIds).toEqual([id, inner.id, '1', '2'])
  })

  it('puts in before something and takes out, whatever came in meanwhile', async () => {
    const { id } = await make({ childrenIds: ['1', '2'] })
    await Promise.all([
      change(id, { addIds: ['3'] }),
      change(id, { addIds: ['4'], beforeId: '2' }),
      change(id, { removeIds: ['1'] }),
      change(id, { name: 'At once' }),
    ])
    const { childrenIds, name } = (await one(id))!
    expect(name).toBe('At once')
    expect(childrenIds.toSorted()).toEqual(['2', '3', '4'])
    expect(childrenIds.indexOf('4')).toBeLessThan(childrenIds.indexOf('2'))
  })

  it('keeps an item in one place, and moves it back to the root', async () => {
    const [a, b] = [await make({ childrenIds: ['1'] }), await make()]
    await change(b.id, { addIds: ['1'] })
    expect((await one(a.id))?.childrenIds).toEqual([])
    await change((await root()).id, { addIds: ['1'] })
    expect((await one(b.id))?.childrenIds).toEqual([])
    expect((await root()).childrenIds).toContain('1')
  })

  it('moves archived items neither in nor out by what it shows', async () => {
    const { id } = await make({ childrenIds: ['1', '2'] })
    items = items.map((item) => ({ ...item, isArchived: item.id === '1' }))
    await change(id, { childrenIds: ['3'] })
    items = items.map(({ id: itemId, name }) => ({ id: itemId, name }))
    expect((await one(id))?.childrenIds).toEqual(['3', '1'])
  })

  it('lets no folder lie in itself, not even by two moves at once', async () => {
    const a = await make({ name: 'A' })
    const b = await make({ name: 'B' })
    const inner = await make({ parentId: a.id })
    expect((await tryChange(inner.id, { addIds: [a.id] })).status).toBe(422)
    expect((await tryChange(a.id, { addIds: [a.id] })).status).toBe(422)
    const replies = await Promise.all([tryChange(a.id, { addIds: [b.id] }), tryChange(b.id, { addIds: [a.id] })])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  it('counts what lies in a folder when it is moved too deep', async () => {
    const chain = [await make()]
    for (let deep = 1; deep < 4; deep++) chain.push(await make({ parentId: chain.at(-1)!.id }))
    const other = await make()
    await make({ parentId: other.id })
    expect((await tryChange(chain[3]!.id, { addIds: [other.id] })).text).toContain('5 deep')
    expect((await tryChange(chain[2]!.id, { addIds: [other.id] })).status).toBe(200)
  })

  it('toggles favorites, which hold items alone and keep their name', async () => {
    const body = { folderType: 'flows' as const, autoFolderType: 'favorites' as const, childrenIds: ['1'] }
    const { folder: favorites } = await owner().call('createFolder', { body })
    const { id } = await make({ childrenIds: ['1'] })
    expect((await change(favorites.id, { addIds: ['2'] })).childrenIds).toEqual(['1', '2'])
    expect((await change(favorites.id, { removeIds: ['1'] })).childrenIds).toEqual(['2'])
    expect((await one(id))?.childrenIds).toEqual(['1'])
    expect((await tryChange(favorites.id, { addIds: [id] })).status).toBe(422)
    expect((await tryChange(favorites.id, { name: 'Mine' })).status).toBe(422)
  })

  it('refuses bad input, unknown things, members without the permission and strangers', async () => {
    const { id } = await make()
    expect((await tryChange('no-id', {})).status).toBe(400)
    expect((await tryChange(id, { addIds: ['nothing'] })).status).toBe(422)
    expect((await tryChange(id, { expanded: 'yes' })).status).toBe(400)
    const input = { params: { id }, body: { name: 'Taken over' } }
    const reader = server.as({ accountId: account.accountId, scopes: ['flows:read', 'emails:read'] })
    expect((await reader.send('updateFolder', input)).status).toBe(403)
    expect((await server.as(await house.newAccount()).send('updateFolder', input)).status).toBe(404)
    expect((await one(id))?.name).toBe('Unnamed folder')
  })
})

describe('deleting folders', () => {
  const remove = (id: string) => owner().send('deleteFolder', { params: { id } })

  it('answers the folder; its items, however deep, go the way of their kind', async () => {
    const outer = await make({ name: 'Outer', childrenIds: ['1'] })
    await make({ parentId: outer.id, childrenIds: ['2', '3'] })
    items = items.map((item) => ({ ...item, isArchived: item.id === '3' }))
    const reply = await remove(outer.id)
    expect(reply).toMatchObject({ status: 200, body: { folder: { id: outer.id, name: 'Outer' } } })
    expect(removed.map((ids) => ids.toSorted())).toEqual([['1', '2']])
    expect((await all()).map(({ root: isRoot }) => isRoot)).toEqual([true])
    expect((await remove(outer.id)).status).toBe(404)
  })

  it('only takes fields out of theirs', async () => {
    const body = { folderType: 'personFields' as const, childrenIds: ['1'] }
    const { folder } = await owner().call('createFolder', { body })
    expect((await remove(folder.id)).status).toBe(200)
    expect((await all('personFields'))[0]?.childrenIds).toContain('1')
    expect(removed).toEqual([])
  })

  it('changes nothing where an item must stay', async () => {
    items.push({ id: 'needed', name: 'Needed' })
    const { id } = await make({ childrenIds: ['1', 'needed'] })
    expect((await remove(id)).status).toBe(500)
    expect((await one(id))?.childrenIds).toEqual(['1', 'needed'])
  })

  it('keeps the root, and of the favorites takes the folder alone', async () => {
    expect((await remove((await root()).id)).status).toBe(422)
    const body = { folderType: 'flows' as const, autoFolderType: 'favorites' as const, childrenIds: ['1'] }
    const { folder } = await owner().call('createFolder', { body })
    expect((await remove(folder.id)).status).toBe(200)
    expect(removed).toEqual([])
  })

  it('refuses members without the permission and strangers', async () => {
    const { id } = await make()
    const reader = server.as({ accountId: account.accountId, scopes: ['flows:read', 'emails:read'] })
    expect((await reader.send('deleteFolder', { params: { id } })).status).toBe(403)
    expect((await server.as(await house.newAccount()).send('deleteFolder', { params: { id } })).status).toBe(404)
    expect((await remove('no-id')).status).toBe(400)
    expect(await one(id)).toBeDefined()
  })
})
