import { call } from '@millrace/kit/contract'
import { z } from 'zod'
import { NewFields, NewSchema, ObjectField, ObjectFieldPatch, ObjectSchema, SchemaPatch } from '../schema.ts'

const Named = z.object({ objectName: z.string().min(1).max(100) })
const Field = Named.extend({ fieldName: z.string().min(1) })

export const listSchemas = call({
  method: 'GET',
  path: '/v1/schemas',
  scopes: ['people:read'],
  returns: z.object({ schemas: z.array(ObjectSchema) }),
  summary: 'All kinds of objects: people, companies and the account’s own, with fields and associations',
  fail: "We couldn't retrieve your objects.",
})

export const createSchema = call({
  method: 'POST',
  path: '/v1/schemas',
  scopes: ['personFields:write'],
  body: NewSchema,
  returns: z.object({ schema: ObjectSchema }),
  summary: 'Make a kind of object',
  fail: 'Error while creating object.',
})

export const getSchema = call({
  method: 'GET',
  path: '/v1/schemas/{objectName}',
  scopes: ['people:read'],
  params: Named,
  returns: z.object({ schema: ObjectSchema }),
  summary: 'One kind of object',
  fail: "We couldn't retrieve your objects.",
})

export const updateSchema = call({
  method: 'PATCH',
  path: '/v1/schemas/{objectName}',
  scopes: ['personFields:write'],
  params: Named,
  body: SchemaPatch,
  returns: z.object({ schema: ObjectSchema }),
  summary: 'Change what a kind of object is called, and which fields name and find it',
  fail: "We couldn't edit this object.",
})

export const deleteSchema = call({
  method: 'DELETE',
  path: '/v1/schemas/{objectName}',
  scopes: ['personFields:write'],
  params: Named,
  status: 204,
  summary: 'Delete a kind of object, all its objects and what they are tied to',
  fail: "We couldn't delete this object.",
})

export const createSchemaFields = call({
  method: 'POST',
  path: '/v1/schemas/{objectName}/fields',
  scopes: ['personFields:write'],
  params: Named,
  body: NewFields,
  returns: z.object({ items: z.array(ObjectField) }),
  summary: 'Make fields of a kind of object',
  fail: "We couldn't create these fields. ",
})

export const updateSchemaField = call({
  method: 'PATCH',
  path: '/v1/schemas/{objectName}/fields/{fieldName}',
  scopes: ['personFields:write'],
  params: Field,
  body: ObjectFieldPatch,
  returns: z.object({ item: ObjectField }),
  summary: 'Change a field of a kind of object',
  fail: "We couldn't edit this field.",
})

export const deleteSchemaField = call({
  method: 'DELETE',
  path: '/v1/schemas/{objectName}/fields/{fieldName}',
  scopes: ['personFields:write'],
  params: Field,
  status: 204,
  summary: 'Delete a field of a kind of object, and its values',
  fail: "We couldn't delete this field.",
})
