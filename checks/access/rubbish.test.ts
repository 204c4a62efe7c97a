import { beforeAll, describe, expect, it } from 'vitest'
import { inAddress, type Json, Rubbish } from './rubbish.ts'
import { openTestStory } from './story.ts'
import { partFor } from './things.ts'

/** More with `SEEDS=200`, to look harder. */
const ROUNDS = Number(process.env.SEEDS ?? 12)

type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: Json }
type Operation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Json }> }
}
type Described = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json> }
}

/** Whoever calls these is no member any more. */
const ENDS = /logout|sessions|closeAccount/i

let story: Awaited<ReturnType<typeof openTestStory>>
let described: Described

beforeAll(async () => {
  story = await openTestStory()
  described = (await story.server.inject({ url: '/openapi.json' })).json()
}, 60_000)

const addressOf = (rubbish: Rubbish, path: string, { operationId, parameters = [] }: Operation) => {
  const query = parameters
    .filter((one) => one.in === 'query' && rubbish.isSo(one.required ? 95 : 50))
    .map(({ name, schema }) => `${name}=${inAddress(rubbish.like(schema))}`)
  const schemas = new Map(parameters.map(({ name, schema }) => [name, schema]))
  const place = path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    rubbish.isSo(60) ? partFor(story.ids, operationId, name) : inAddress(rubbish.like(schemas.get(name) ?? {})) || 'x',
  )
  return query.length ? `${place}?${query.join('&')}` : place
}

const ask = (rubbish: Rubbish, method: string, path: string, operation: Operation) => {
  const schema = operation.requestBody?.content['application/json']?.schema
  return {
    method: method.toUpperCase() as 'GET',
    url: addressOf(rubbish, path, operation),
    headers: { cookie: story.owner, ...(schema && { 'content-type': 'application/json' }) },
    ...(schema && { payload: JSON.stringify(rubbish.like(schema)) }),
  }
}

describe('rubbish', () => {
  it.each(Array.from({ length: ROUNDS }, (_, seed) => seed))(
    'of seed %i is answered by every call as a mistake of whoever asks, or not at all',
    { timeout: 300_000 },
    async (seed) => {
      const rubbish = new Rubbish(seed, described.components.schemas)
      const faults: unknown[] = []
      const statuses: number[] = []
      for (const [path, operations] of Object.entries(described.paths)) {
        for (const [method, operation] of Object.entries(operations)) {
          if (ENDS.test(operation.operationId)) continue
          const request = ask(rubbish, method, path, operation)
          const from = story.house.logged.length
          const { statusCode } = await story.server.inject(request)
          statuses.push(statusCode)
          if (statusCode >= 500) faults.push({ ...request, statusCode, why: story.house.logged.slice(from) })
        }
      }
      expect(faults).toEqual([])
      // Some of it is good enough to be done, and whoever asks is a member to the end.
      expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(statuses.length / 20)
      expect(statuses.filter((status) => status === 401).length).toBeLessThan(statuses.length / 10)
    },
  )
})
