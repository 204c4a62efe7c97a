import { call, Id } from '@millrace/kit/contract'
import { UseCounts } from '@millrace/people/contract'
import { z } from 'zod'
import { AssociationUsage, ObjectUsage } from '../usage.ts'

const Named = z.object({ objectName: z.string().min(1).max(100) })
const FAIL = "We couldn't retrieve your objects."

export const listSchemaUses = call({
  method: 'GET',
  path: '/v1/schemas/{objectName}/uses',
  scopes: ['people:read'],
  params: Named,
  returns: ObjectUsage,
  summary: 'What keeps a kind of object from being deleted, and how many objects would go with it',
  fail: FAIL,
  addition: true,
})

export const countSchemaFieldUses = call({
  method: 'GET',
  path: '/v1/schemas/{objectName}/fields/uses',
  scopes: ['people:read'],
  params: Named,
  returns: z.object({ useCounts: UseCounts }),
  summary: 'How many segments and flows use each field of a kind of object',
  fail: FAIL,
  addition: true,
})

export const listSchemaFieldUses = call({
  method: 'GET',
  path: '/v1/schemas/{objectName}/fields/{fieldName}/uses',
  scopes: ['people:read'],
  params: Named.extend({ fieldName: z.string().min(1) }),
  returns: ObjectUsage,
  summary: 'What uses a field of a kind of object, and how many objects have a value in it',
  fail: FAIL,
  addition: true,
})

export const listAssociationUses = call({
  method: 'GET',
  path: '/v1/schemas/associations/{id}/uses',
  scopes: ['people:read'],
  params: z.object({ id: Id }),
  returns: AssociationUsage,
  summary: 'What keeps an association from being deleted, and how many ties would go with it',
  fail: 'Error while loading associations.',
  addition: true,
})
