import { call, Id, Paging } from '@millrace/kit/contract'
import { z } from 'zod'
import { Associated, Association, NewAssociation } from '../association.ts'

const name = z.string().min(1).max(100)
const FAIL = 'Error while creating association.'
const LOAD = 'Error while loading associations.'
const flag = z.union([z.boolean(), z.stringbool()]).optional()

const Tie = z.object({ association: Association, fromId: Id, toId: Id })
const Named = z.object({ objectName: name, id: Id, associationId: Id, targetId: Id })

export const listAssociations = call({
  method: 'GET',
  path: '/v1/objects/{objectName}/{id}/associations',
  scopes: ['people:read'],
  params: z.object({ objectName: name, id: Id }),
  returns: z.object({ associations: z.array(Associated) }),
  summary: 'What something is tied to, by association: the newest 20 of each',
  fail: LOAD,
})

export const listAssociated = call({
  method: 'GET',
  path: '/v1/objects/{objectName}/{id}/associations/{associationId}',
  scopes: ['people:read'],
  params: z.object({ objectName: name, id: Id, associationId: Id }),
  query: z.object(Paging),
  returns: Associated.extend({ hasMore: z.boolean() }),
  summary: 'What something is tied to by one association, the newest first',
  fail: LOAD,
})

export const associateByDefault = call({
  method: 'POST',
  path: '/v1/objects/{objectName}/{id}/associations/default/{targetObjectName}/{targetId}',
  scopes: ['people:write'],
  params: z.object({ objectName: name, id: Id, targetObjectName: name, targetId: Id }),
  query: z.object({ replace: flag }),
  status: 201,
  returns: Tie,
  summary: 'Tie two things together by the default association of their kinds',
  fail: FAIL,
})

export const associateObjects = call({
  method: 'POST',
  path: '/v1/objects/{objectName}/{id}/associations/{associationId}/{targetId}',
  scopes: ['people:write'],
  params: Named,
  /** `replace` takes the place of what is tied where one is allowed only; without it that is refused. */
  query: z.object({ replace: flag }),
  status: 201,
  returns: Tie,
  summary: 'Tie two things together',
  fail: FAIL,
})

export const dissociateObjects = call({
  method: 'DELETE',
  path: '/v1/objects/{objectName}/{id}/associations/{associationId}/{targetId}',
  scopes: ['people:write'],
  params: Named,
  status: 204,
  summary: 'Cut the tie between two things',
  fail: 'Error while deleting association.',
})

export const createAssociation = call({
  method: 'POST',
  path: '/v1/schemas/associations',
  scopes: ['personFields:write'],
  body: NewAssociation,
  status: 201,
  returns: z.object({ association: Association }),
  summary: 'Make a way in which two kinds can be tied together',
  fail: FAIL,
})

export const deleteAssociation = call({
  method: 'DELETE',
  path: '/v1/schemas/associations/{id}',
  scopes: ['personFields:write'],
  params: z.object({ id: Id }),
  status: 204,
  summary: 'Delete a way of tying, and all its ties',
  fail: 'Error while deleting association.',
})
