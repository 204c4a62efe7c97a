import { type AccessCase, accessCases, buildMember, signIn } from '@millrace/access/testing'
import type { TestHouse } from '@millrace/kit/testing'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../app/contract.ts'
import { openFeatures } from '../../app/features.ts'
import { openTestServer } from './story.ts'

let house: TestHouse
let server: FastifyInstance
let plain: string
let apiKey: string

beforeAll(async () => {
  const opened = await openTestServer()
  house = opened.house
  server = opened.server
  const { accountId } = await house.newAccount()
  plain = await signIn(house, await buildMember(house, { accountId, scopes: [] }))
  apiKey = await house.db.system(async (tx) => (await opened.features.access.newApiKey(tx, accountId)).key)
})

const headersOf = (kind: AccessCase['kind']): Record<string, string> => {
  if (kind === 'no session') return {}
  return kind === 'API key' ? { 'x-millrace-token': apiKey } : { cookie: plain }
}

const addressOf = (path: string) => path.replace(/\{\w+\}/g, '1')

describe('every call refuses', () => {
  it.each(accessCases(contract))('$call: $kind', async ({ definition, kind, status, message }) => {
    const { method, path } = definition
    const reply = await server.inject({ method, url: addressOf(path), headers: headersOf(kind) })
    expect(reply.statusCode).toBe(status)
    const { error } = reply.json()
    expect(error.name).toBe(status === 401 ? 'NotSignedIn' : 'Forbidden')
    if (message) expect(error.message).toBe(message)
  })
})

describe('the whole contract', () => {
  it('has one call for each method and address', () => {
    const seen = Object.values(contract).map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
    expect(seen.filter((each, index) => seen.indexOf(each) !== index)).toEqual([])
  })

  it('is what the server serves', () => {
    const served = openFeatures(house).list.flatMap((feature) => Object.keys(feature.contract))
    expect(Object.keys(contract).sort()).toEqual(served.sort())
  })
})
