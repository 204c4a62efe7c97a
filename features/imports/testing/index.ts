import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callServer, type TestHouse, type TestServer } from '@millrace/kit/testing'
import { peopleDoor } from '@millrace/people/server'
import type { FieldMapping, importsContract } from '../contract/index.ts'
import { openImports } from '../server/index.ts'

/** Imports on a house of their own, with a folder for uploads. */
export type TestImports = {
  house: TestHouse
  server: TestServer<typeof importsContract>
  imports: ReturnType<typeof openImports>
  close(): Promise<void>
}

/** Opens imports on a house that is opened with a folder for uploads. */
export const testImports = async (
  openHouse: (settings: { DATA_DIR: string }) => Promise<TestHouse>,
): Promise<TestImports> => {
  const folder = await mkdtemp(join(tmpdir(), 'imports-'))
  const house = await openHouse({ DATA_DIR: folder })
  const imports = openImports(house, { people: peopleDoor(house) })
  const server = await callServer(imports)
  return { house, server, imports, close: () => rm(folder, { recursive: true, force: true }) }
}

type PersonSeen = {
  id: number
  email: string | null
  fields: Record<string, unknown>
  tags: number[]
  archived_at: Date | null
}

/** A new account with its built-in fields, and what tests of imports do in it. */
export const importingAccount = async ({ house, server, imports }: TestImports) => {
  const account = await house.newAccount()
  const { accountId } = account
  const people = peopleDoor(house)
  await house.db.account(accountId, (tx) => people.seedFields(tx, accountId))
  const client = server.as(account)
  const put = (url: string, payload: string | Buffer, headers = {}) => {
    const { pathname, search } = new URL(url)
    return server.fastify.inject({ method: 'PUT', url: pathname + search, payload, headers })
  }
  const upload = async (text: string | Buffer, fileName = 'people.csv') => {
    const { url, key } = await client.call('createUploadUrl', { body: { fileName } })
    const reply = await put(url, text)
    if (reply.statusCode !== 200) throw new Error(reply.payload)
    return key
  }
  const bodyOf = async (text: string | Buffer, fieldMapping: FieldMapping, more: object = {}) => ({
    peopleFileKey: await upload(text),
    fieldMapping,
    ...more,
  })
  const start = async (text: string | Buffer, fieldMapping: FieldMapping, more: object = {}) =>
    client.call('createImport', { body: await bodyOf(text, fieldMapping, more) })
  const work = () => house.runJobs(imports.jobs ?? [])
  const job = imports.jobs?.find(({ name }) => name === 'imports.run')
  return {
    ...account,
    client,
    door: people,
    put,
    upload,
    bodyOf,
    start,
    work,
    get: (id: number) => client.call('getImport', { params: { id } }),
    /** One batch, and no more: as if the worker were asked to end. */
    step: (id: number) => job?.run({ accountId, id }, AbortSignal.abort()),
    /** Works as a worker would. */
    slice: (id: number) => job?.run({ accountId, id }, new AbortController().signal),
    run: async (text: string | Buffer, fieldMapping: FieldMapping, more: object = {}) => {
      const { id } = await start(text, fieldMapping, more)
      await work()
      return client.call('getImport', { params: { id } })
    },
    check: async (text: string | Buffer, fieldMapping: FieldMapping, more: object = {}) => {
      const { id } = await client.call('checkImport', { body: await bodyOf(text, fieldMapping, more) })
      await work()
      return client.call('getImportCheck', { params: { id } })
    },
    people: () =>
      house.db.system((tx) =>
        tx.rows<PersonSeen>(
          'select id, email, fields, tags, archived_at from people where account_id = $1 order by account_id, id',
          [accountId],
        ),
      ),
    changes: () =>
      house.db.system((tx) =>
        tx.rows<{ kind: string }>('select kind from changes where account_id = $1 order by account_id, id', [
          accountId,
        ]),
      ),
    inTx: house.db.account.bind(house.db, accountId) as <T>(
      act: (tx: Parameters<Parameters<typeof house.db.account>[1]>[0]) => Promise<T>,
    ) => Promise<T>,
  }
}

/** A file of so many people with an email and a number. */
export const manyPeople = (count: number): string =>
  `email,n\n${Array.from({ length: count }, (_, index) => `p${index}@acme.io,${index}\n`).join('')}`

/** Where its columns go. */
export const MANY_MAPPING: FieldMapping = { email: 'email', n: { field: 'n', type: 'number' } }
