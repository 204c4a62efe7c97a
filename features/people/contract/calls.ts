import { call, Id, list, Paging } from '@millrace/kit/contract'
import { z } from 'zod'
import { Person, PersonInput, PersonKey } from './person.ts'

const Users = z.object({ users: z.array(Person) })
const flag = z.union([z.boolean(), z.stringbool()]).optional()
/** Names of the properties to answer, or `all`; without it everything is answered. */
const attributes = { attributes: list(z.string()).optional() }

export const getPerson = call({
  method: 'GET',
  path: '/v1/people/{id}',
  scopes: ['people:read'],
  params: z.object({ id: Id }),
  returns: Users,
  summary: 'One person',
  fail: 'Error while loading this person.',
})

export const savePeople = call({
  method: 'POST',
  path: '/v1/people',
  scopes: ['people:write'],
  query: z.object({ source: z.string().max(100).optional() }),
  body: z.union([PersonInput, z.array(PersonInput).min(1).max(1000)]),
  bodyLimit: 8 << 20,
  returns: z.object({ user: Person, users: z.array(Person) }),
  summary: 'Make or change people: by id, then userId, then email',
  fail: 'Error while updating this person.',
})

export const findPeople = call({
  method: 'GET',
  path: '/v1/people',
  scopes: ['people:read'],
  /** `people[0][email]=…&people[1][userId]=…` */
  query: z.looseObject({ ...attributes, includeArchived: flag }),
  returns: Users,
  summary: 'People by their email, userId or id: people[0][email]=…',
  fail: 'Error while loading this person.',
})

export const listPeople = call({
  method: 'GET',
  path: '/v1/people/all',
  scopes: ['people:read'],
  query: z.object({
    ...Paging,
    ...attributes,
    sort: z.string().max(255).optional(),
    order: z.enum(['asc', 'desc']).optional(),
    ignoreAnonymous: flag,
    archived: flag,
    /** `paging.after` of the page before; quicker than a large offset. */
    after: z.string().max(500).optional(),
  }),
  returns: z.object({
    people: z.array(Person),
    total: z.number(),
    paging: z.object({ after: z.string().nullable() }),
  }),
  summary: 'All people, a page at a time',
  fail: 'Error while loading people.',
})

export const searchPeople = call({
  method: 'GET',
  path: '/v1/people/search',
  scopes: ['people:read'],
  query: z.object({
    query: z.string({ error: 'Type at least 2 characters.' }).trim().min(2, 'Type at least 2 characters.').max(200),
    page: z.coerce.number<number>().int().min(0).max(1000).optional(),
    ...attributes,
    includeArchived: flag,
    /** The archived people alone. */
    archived: flag,
    ignoreAnonymous: flag,
  }),
  returns: z.object({ users: z.array(Person), hasMore: z.boolean() }),
  summary: 'People whose email, name or userId contains a text; 100 a page',
  fail: 'Error while loading people.',
})

export const deletePeople = call({
  method: 'DELETE',
  path: '/v1/people',
  scopes: ['people:write'],
  /** `id`, or `people[0][userId]=…`; with `force` for good. */
  query: z.looseObject({ id: Id.optional(), force: flag }),
  status: 204,
  summary: 'Archive people, or with force delete them for good',
  fail: 'Error while deleting person.',
})

export const unsubscribePerson = call({
  method: 'POST',
  path: '/v1/people/unsubscribe',
  scopes: ['people:write'],
  query: PersonKey.extend({ reason: z.string().max(1000).optional() }),
  status: 204,
  summary: 'Send a person no more marketing mail',
  fail: 'Error while updating this person.',
})
