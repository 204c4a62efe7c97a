import { importsContract } from '@millrace/imports/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, register, until } from '../instance/client.ts'
import { type Instance, newDataDir, removeDataDir, startInstance } from '../instance/instance.ts'

const ROWS = 12_000
const dataDir = newDataDir()
let instance: Instance
let owner: Client

beforeAll(async () => {
  instance = await startInstance({ dataDir })
  owner = await register(instance.address, 'mara@killed.example')
})
afterAll(async () => {
  await instance?.stop()
  removeDataDir(dataDir)
})

const file = () =>
  ['Email,City', ...Array.from({ length: ROWS }, (_, row) => `killed${row}@readers.example,Oslo`)].join('\n')

const upload = async (): Promise<string> => {
  const { url, key } = await owner(importsContract.createUploadUrl, { body: { fileName: 'killed.csv' } })
  const { pathname, search } = new URL(url)
  await fetch(instance.address + pathname + search, { method: 'PUT', body: file() })
  return key
}

/** Ends the process without asking once `isThere` says so, and starts another one on the same data. */
const killedOnce = async (isThere: () => Promise<boolean>) => {
  await until('the moment to kill', isThere, 60_000)
  await instance.kill()
  instance = await startInstance({ dataDir, port: Number(new URL(instance.address).port) })
}

it('a dry run, an import and its undoing outlive kill -9, and every row counts once', async () => {
  const body = { peopleFileKey: await upload(), fieldMapping: { Email: 'email', City: 'city' } }
  const check = { params: await owner(importsContract.checkImport, { body }) }
  const found = async () => (await owner(importsContract.getImportCheck, check)).check
  await killedOnce(async () => (await found()).processed > 0)
  await until('the end of the dry run', async () => (await found()).status === 'done', 60_000)
  expect(await found()).toMatchObject({ processed: ROWS, created: ROWS, repeated: 0, refused: 0 })

  const one = { params: await owner(importsContract.createImport, { body: { ...body, checkId: check.params.id } }) }
  const state = async () => (await owner(importsContract.getImport, one)).import
  await killedOnce(async () => (await state()).processed > 0)
  await until('the end of the import', async () => (await state()).status === 'done', 90_000)
  expect(await state()).toMatchObject({ processed: ROWS, created: ROWS, updated: 0, unchanged: 0, refused: 0 })

  await owner(importsContract.undoImport, one)
  await killedOnce(async () => ((await state()).undo?.removed ?? 0) > 0)
  await until('the end of the undoing', async () => (await state()).status === 'undone', 90_000)
  expect((await state()).undo).toEqual({ total: ROWS, removed: ROWS, restored: 0, kept: 0, merged: 0 })
})
