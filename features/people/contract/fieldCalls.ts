import { call } from '@millrace/kit/contract'
import { z } from 'zod'
import { FieldPatch, NewField, PersonField } from './field.ts'
import { Usage, UseCounts } from './use.ts'

export const listFields = call({
  method: 'GET',
  path: '/v1/fields',
  scopes: ['people:read'],
  returns: z.object({ fields: z.array(PersonField) }),
  summary: 'All person fields',
  fail: "We couldn't retrieve your fields.",
})

export const createFields = call({
  method: 'POST',
  path: '/v1/fields',
  scopes: ['personFields:write'],
  body: z.union([z.object({ fields: z.array(NewField).min(1).max(100) }), z.array(NewField).min(1).max(100), NewField]),
  returns: z.object({ fields: z.array(PersonField) }),
  summary: 'Make person fields',
  fail: "We couldn't create these fields. ",
})

export const updateField = call({
  method: 'PATCH',
  path: '/v1/fields/{fieldName}',
  scopes: ['personFields:write'],
  params: z.object({ fieldName: z.string() }),
  body: FieldPatch,
  returns: z.object({ field: PersonField }),
  summary: 'Change a person field',
  fail: "We couldn't edit this field.",
})

export const deleteField = call({
  method: 'DELETE',
  path: '/v1/fields/{fieldName}',
  scopes: ['personFields:write'],
  params: z.object({ fieldName: z.string() }),
  status: 204,
  summary: 'Delete a person field and its values',
  fail: "We couldn't delete this field.",
})

export const countFieldUses = call({
  method: 'GET',
  path: '/v1/fields/uses',
  scopes: ['people:read'],
  returns: z.object({ useCounts: UseCounts }),
  summary: 'How many segments, flows and the like use each person field',
  fail: "We couldn't retrieve your fields.",
})

export const listFieldUses = call({
  method: 'GET',
  path: '/v1/fields/{fieldName}/uses',
  scopes: ['people:read'],
  params: z.object({ fieldName: z.string() }),
  returns: Usage,
  summary: 'What uses a person field, and how many people have a value in it',
  fail: "We couldn't retrieve your fields.",
})
