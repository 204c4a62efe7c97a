import { call, Id, list, Paging } from '@millrace/kit/contract'
import { z } from 'zod'
import { Highlights, MOST_OBJECTS, ObjectInput, ObjectPage, ObjectRecord } from '../object.ts'

const name = z.string().min(1).max(100)
const flag = z.union([z.boolean(), z.stringbool()]).optional()
const LOAD = 'Error while loading objects.'
const SAVE = 'Error while creating object.'
const ARCHIVE = 'Error while deleting object.'
const UPDATE = 'Error while saving object.'

const One = z.object({ object: ObjectRecord })
const Saved = z.object({ object: ObjectRecord, objects: z.array(ObjectRecord) })
const Given = z.union([
  z.array(ObjectInput).min(1).max(MOST_OBJECTS),
  z.object({ objects: z.array(ObjectInput).min(1).max(MOST_OBJECTS) }),
  ObjectInput,
])
const ById = z.object({ objectName: name, id: Id })
const ByExternalId = z.object({ objectName: name, externalId: z.string().min(1) })

const Page = z.object({ objects: z.array(ObjectRecord), total: z.number(), hasMore: z.boolean() })

export const listObjects = call({
  method: 'GET',
  path: '/v1/objects/{objectName}',
  scopes: ['people:read'],
  params: z.object({ objectName: name }),
  query: ObjectPage,
  returns: Page,
  summary: 'All objects of a kind, a page at a time',
  fail: LOAD,
})

export const createObjects = call({
  method: 'POST',
  path: '/v1/objects/{objectName}',
  scopes: ['people:write'],
  params: z.object({ objectName: name }),
  body: Given,
  bodyLimit: 8 << 20,
  returns: Saved,
  summary: 'Make objects: all of them, or none where one is refused',
  fail: SAVE,
})

export const saveObjects = call({
  method: 'PUT',
  path: '/v1/objects/{objectName}',
  scopes: ['people:write'],
  params: z.object({ objectName: name }),
  body: Given,
  bodyLimit: 8 << 20,
  returns: Saved,
  summary: 'Make or change objects: by id, then externalId',
  fail: SAVE,
})

export const countObjects = call({
  method: 'GET',
  path: '/v1/objects/{objectName}/count',
  scopes: ['people:read'],
  params: z.object({ objectName: name }),
  query: z.object({ archived: flag }),
  returns: z.object({ count: z.number() }),
  summary: 'How many objects of a kind there are',
  fail: LOAD,
})

export const searchObjects = call({
  method: 'GET',
  path: '/v1/objects/{objectName}/search',
  scopes: ['people:read'],
  params: z.object({ objectName: name }),
  query: z.object({
    query: z.string({ error: 'Type what to search for.' }).trim().min(1, 'Type what to search for.').max(200),
    segmentId: Id.optional(),
    archived: flag,
    attributes: list(z.string()).optional(),
    ...Paging,
  }),
  returns: z.object({ objects: z.array(ObjectRecord.extend({ highlights: Highlights })), hasMore: z.boolean() }),
  summary: 'Objects whose searchable fields or external ID contain a text',
  fail: LOAD,
})

export const listSegmentObjects = call({
  method: 'GET',
  path: '/v1/objects/{objectName}/segments/{segmentId}',
  scopes: ['people:read'],
  params: z.object({ objectName: name, segmentId: Id }),
  query: ObjectPage.omit({ archived: true }),
  returns: Page,
  summary: 'The objects of a segment, a page at a time',
  fail: LOAD,
})

export const countSegmentObjects = call({
  method: 'GET',
  path: '/v1/objects/{objectName}/segments/{segmentId}/count',
  scopes: ['people:read'],
  params: z.object({ objectName: name, segmentId: Id }),
  returns: z.object({ count: z.number() }),
  summary: 'How many objects are in a segment',
  fail: LOAD,
})

export const getObject = call({
  method: 'GET',
  path: '/v1/objects/{objectName}/{id}',
  scopes: ['people:read'],
  params: ById,
  returns: One,
  summary: 'One object',
  fail: LOAD,
})

export const updateObject = call({
  method: 'PATCH',
  path: '/v1/objects/{objectName}/{id}',
  scopes: ['people:write'],
  params: ById,
  body: z.looseObject({ externalId: ObjectInput.shape.externalId }),
  returns: One,
  summary: 'Change an object; null empties a field',
  fail: UPDATE,
})

export const deleteObject = call({
  method: 'DELETE',
  path: '/v1/objects/{objectName}/{id}',
  scopes: ['people:write'],
  params: ById,
  /** `force` deletes for good. */
  query: z.object({ force: flag }),
  status: 204,
  summary: 'Archive an object, or with force delete it for good',
  fail: ARCHIVE,
})

export const getObjectByExternalId = call({
  method: 'GET',
  path: '/v1/objects/{objectName}/externalId/{externalId}',
  scopes: ['people:read'],
  params: ByExternalId,
  returns: One,
  summary: 'One object by its external ID',
  fail: LOAD,
})

export const updateObjectByExternalId = call({
  method: 'PATCH',
  path: '/v1/objects/{objectName}/externalId/{externalId}',
  scopes: ['people:write'],
  params: ByExternalId,
  body: z.looseObject({}),
  returns: One,
  summary: 'Change an object named by its external ID; null empties a field',
  fail: UPDATE,
})

export const deleteObjectByExternalId = call({
  method: 'DELETE',
  path: '/v1/objects/{objectName}/externalId/{externalId}',
  scopes: ['people:write'],
  params: ByExternalId,
  query: z.object({ force: flag }),
  status: 204,
  summary: 'Archive an object named by its external ID, or with force delete it for good',
  fail: ARCHIVE,
})
