import { call } from '@millrace/kit/contract'
import { z } from 'zod'
import { BulkReply, Person, PersonKey, Selection } from './person.ts'
import { NewTag, Tag, TagPatch } from './tag.ts'
import { Usage, UseCounts } from './use.ts'

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
  /**
   * How many people carry each tag, and how many things use it, by its name. `mergedShares`: of tags that are becoming part of
   * another, which part of their people (0 to 1) has that one already.
   */
  returns: z.object({
    tagCounts: z.record(z.string(), z.number()),
    useCounts: UseCounts,
    mergedShares: z.record(z.string(), z.number()),
  }),
  summary: 'How many people carry each tag, and how many segments, flows and the like use it',
  fail: "Couldn't load tags.",
})

export const updateTag = call({
  method: 'PATCH',
  path: '/v1/tags-management/{tag}',
  scopes: ['people:write'],
  params: z.object({ tag: z.string() }),
  body: TagPatch,
  returns: z.object({ tag: Tag }),
  summary: 'Rename, describe or colour a tag; everything that names it follows',
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

export const listTagUses = call({
  method: 'GET',
  path: '/v1/tags-management/{tag}/uses',
  scopes: ['people:read'],
  params: z.object({ tag: z.string() }),
  returns: Usage,
  summary: 'What uses a tag, and how many people carry it',
  fail: "Couldn't load tags.",
})

export const mergeTag = call({
  method: 'POST',
  path: '/v1/tags-management/{tag}/merge',
  scopes: ['people:write'],
  params: z.object({ tag: z.string() }),
  body: z.object({ into: z.string() }),
  /** The tag that remains. Where many people are to be given it, the rest goes on behind. */
  returns: z.object({ tag: Tag, isQueued: z.boolean() }),
  summary: 'Make a tag part of another: people, segments, flows and the like follow',
  fail: "Couldn't merge these tags.",
})
