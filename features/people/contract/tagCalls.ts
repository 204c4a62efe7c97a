import { call } from '@millrace/kit/contract'
import { z } from 'zod'
import { BulkReply, Person, PersonKey, Selection } from './person.ts'
import { NewTag, Tag } from './tag.ts'

const TagAndKey = PersonKey.extend({ tag: z.string() })
const TagAndSelection = Selection.extend({ tag: z.string() })

export const addTag = call({
  method: 'POST',
  path: '/v1/tags',
  scopes: ['people:write'],
  body: TagAndKey,
  status: 201,
  returns: z.object({ user: Person }),
  summary: 'Tag a person; several tags by comma',
  fail: "Couldn't add tag.",
})

export const removeTag = call({
  method: 'DELETE',
  path: '/v1/tags',
  scopes: ['people:write'],
  body: TagAndKey,
  status: 204,
  summary: 'Take tags off a person; several by comma',
  fail: "Couldn't remove tag.",
})

export const tagPeople = call({
  method: 'POST',
  path: '/v1/tags/bulk',
  scopes: ['people:write'],
  body: TagAndSelection,
  returns: BulkReply,
  summary: 'Tag people: a list, a segment or all',
  fail: 'Error while adding/removing tags.',
})

export const untagPeople = call({
  method: 'DELETE',
  path: '/v1/tags/bulk',
  scopes: ['people:write'],
  body: TagAndSelection,
  status: 204,
  summary: 'Take tags off people: a list, a segment or all',
  fail: 'Error while adding/removing tags.',
})

export const listTags = call({
  method: 'GET',
  path: '/v1/tags-management',
  scopes: ['people:read'],
  returns: z.object({ tags: z.array(Tag) }),
  summary: 'All tags',
  fail: "Couldn't load tags.",
})

export const createTags = call({
  method: 'POST',
  path: '/v1/tags-management',
  scopes: ['people:write'],
  body: z.object({ tags: z.array(NewTag).min(1).max(100) }),
  returns: z.object({ tags: z.array(Tag) }),
  summary: 'Make tags',
  fail: "Couldn't create tag.",
})

export const countTags = call({
  method: 'GET',
  path: '/v1/tags-management/counts',
  scopes: ['people:read'],
  /** How many people carry each tag, by its name. */
  returns: z.object({ tagCounts: z.record(z.string(), z.number()) }),
  summary: 'How many people carry each tag',
  fail: "Couldn't load tags.",
})

export const updateTag = call({
  method: 'PATCH',
  path: '/v1/tags-management/{tag}',
  scopes: ['people:write'],
  params: z.object({ tag: z.string() }),
  body: NewTag.partial(),
  returns: z.object({ tag: Tag }),
  summary: 'Rename, describe or colour a tag',
  fail: "Couldn't save tag.",
})

export const deleteTag = call({
  method: 'DELETE',
  path: '/v1/tags-management/{tag}',
  scopes: ['people:write'],
  params: z.object({ tag: z.string() }),
  status: 204,
  summary: 'Delete a tag and take it off everybody',
  fail: "Couldn't delete tag.",
})
