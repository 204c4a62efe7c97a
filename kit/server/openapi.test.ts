import { expect, test } from 'vitest'
import { z } from 'zod'
import { call, Id } from '../contract/index.ts'
import { openApiOf } from './openapi.ts'

const named = { summary: 'Test', fail: "We couldn't do it." }

/** Groups in groups: a schema that holds itself. */
const Group = z.object({
  all: z.boolean(),
  get groups() {
    return z.array(Group)
  },
})

const document = openApiOf(
  {
    count: call({ method: 'POST', path: '/v1/count', body: z.object({ conditions: Group }), returns: Group, ...named }),
    countAgain: call({ method: 'PUT', path: '/v1/count', body: z.object({ conditions: Group }), ...named }),
    read: call({
      method: 'GET',
      path: '/v1/things/{id}',
      scopes: ['flows:read'],
      params: z.object({ id: Id }),
      query: z.object({ limit: z.number().optional() }),
      ...named,
    }),
    open: call({ method: 'POST', path: '/v1/open', auth: 'public', ...named }),
  },
  '1.2.3',
)

/** Every `$ref` anywhere in a document. */
const referencesIn = (value: unknown): string[] => {
  const found: string[] = []
  JSON.stringify(value, (key, each) => {
    if (key === '$ref') found.push(each)
    return each
  })
  return found
}

test('every reference leads somewhere, also where a schema holds itself', () => {
  const references = referencesIn(document)
  expect(references.length).toBeGreaterThan(4)
  for (const reference of references) {
    const found = reference
      .slice(2)
      .split('/')
      .reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], document)
    expect(found, reference).toBeDefined()
  }
})

test('a schema that is used again is kept once', () => {
  expect(Object.keys(document.components.schemas)).toHaveLength(2)
})

test('parameters, permissions and default errors are told', () => {
  const { get } = document.paths['/v1/things/{id}'] as Record<string, Record<string, unknown>>
  expect(get).toMatchObject({
    operationId: 'read',
    'x-default-error': "We couldn't do it.",
    parameters: [
      { name: 'id', in: 'path', required: true },
      { name: 'limit', in: 'query', required: false },
    ],
    security: [{ session: ['flows:read'] }, { token: ['flows:read'] }],
  })
  expect(document.paths['/v1/open']).toMatchObject({ post: { security: [] } })
})
