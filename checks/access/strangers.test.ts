import { signIn } from '@millrace/access/testing'
import type { CallDef } from '@millrace/kit/contract'
import type { TestHouse } from '@millrace/kit/testing'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../app/contract.ts'
import { openTestStory } from './story.ts'
import { BODIES, NAMES_NOTHING, NOT_IN_STORY, partFor, QUERIES, THINGS } from './things.ts'

let house: TestHouse
let server: FastifyInstance
let stranger: string
let owner: string
/** Ids of the story's things, by table. */
let ids: ReadonlyMap<string, string>

beforeAll(async () => {
  const story = await openTestStory()
  house = story.house
  server = story.server
  owner = story.owner
  ids = story.ids
  stranger = await signIn(house, await house.newAccount())
}, 60_000)

const named = (definition: CallDef) => [...definition.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** Calls that name something in their address, of those for signed-in members. */
const cases = Object.entries(contract as Record<string, CallDef>)
  .filter(([name, { auth = 'member' }]) => !['public', 'write-key', 'admin'].includes(auth) && !NAMES_NOTHING.has(name))
  .filter(([, definition]) => named(definition).length > 0)
  .map(([name, definition]) => ({ name, definition, how: `${definition.method} ${definition.path}` }))

const ask = (name: string, definition: CallDef, cookie: string) => {
  const url = definition.path.replace(/\{(\w+)\}/g, (_whole, param: string) => partFor(ids, name, param))
  const body = BODIES[name]
  return server.inject({
    method: definition.method,
    url: url + (QUERIES[name] ?? ''),
    headers: { cookie },
    ...(body && { payload: body }),
  })
}

/** All that an account holds, as text. */
const picture = async () => {
  const tables = THINGS.map(({ table }) => table)
  const rows: unknown[] = []
  await house.db.system(async (tx) => {
    for (const table of new Set(tables))
      rows.push(
        await tx.rows(
          `select t.* from ${table} t /* across accounts: nothing of anybody may have changed */ order by t::text`,
        ),
      )
  })
  return JSON.stringify(rows)
}

describe("another account's things are not found", () => {
  it.each(cases)('$name: $how', async ({ name, definition }) => {
    const before = definition.method === 'GET' ? '' : await picture()
    const reply = await ask(name, definition, stranger)
    expect(reply.statusCode, reply.payload.slice(0, 300)).toBe(404)
    expect(reply.json().error.name).toBe('NotFound')
    if (before) expect(await picture()).toBe(before)
  })
})

describe('the owner finds them', () => {
  const reads = cases.filter(({ name, definition }) => definition.method === 'GET' && !NOT_IN_STORY.has(name))
  it.each(reads)('$name: $how', async ({ name, definition }) => {
    const reply = await ask(name, definition, owner)
    expect(reply.statusCode, reply.payload.slice(0, 300)).toBeLessThan(400)
  })
})
