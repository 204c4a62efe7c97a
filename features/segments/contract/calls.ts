import { call, Id, Paging } from '@millrace/kit/contract'
import { Person } from '@millrace/people/contract'
import { z } from 'zod'
import { Conditions } from './conditions.ts'
import { personSegmentCalls } from './personCalls.ts'
import { Explanation, Goal, GrowthDay, Preview, Segment, SegmentUse } from './segment.ts'

const Name = z
  .string({ message: 'Give the segment a name.' })
  .trim()
  .min(1, 'Give the segment a name.')
  .max(255, 'A segment name has at most 255 characters.')
const Color = z
  .string()
  .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'A colour looks like #22a86c.')
  .nullish()
const params = z.object({ id: Id })
const flag = z.stringbool()

/** The segment calls of the specification, and ours for previews, explanations and uses. */
export const segmentsContract = {
  ...personSegmentCalls,
  listSegments: call({
    method: 'GET',
    path: '/v1/segments',
    scopes: ['people:read'],
    query: z.object({ objectName: z.string().max(64).optional() }),
    returns: z.object({ segments: z.array(Segment) }),
    summary: 'List segments with their counts',
    fail: 'Error while loading your segments.',
  }),
  createSegment: call({
    method: 'POST',
    path: '/v1/segments',
    scopes: ['people:write'],
    body: z.object({ name: Name, color: Color, objectName: z.string().max(64).optional(), conditions: Conditions }),
    returns: z.object({ segment: Segment }),
    summary: 'Create a segment',
    fail: 'Error while creating your segment.',
  }),
  previewConditions: call({
    method: 'POST',
    path: '/v1/segments/preview',
    scopes: ['people:read'],
    body: z.object({ conditions: Conditions, objectName: z.string().max(64).optional() }),
    returns: z.object({ preview: Preview }),
    summary: 'Count and show the people whom conditions catch, without saving',
    fail: 'Error while getting people in segment.',
    addition: true,
  }),
  suggestValues: call({
    method: 'GET',
    path: '/v1/segments/values',
    scopes: ['people:read'],
    query: z.object({
      field: z.string().min(1).max(255),
      query: z.string().max(100).optional(),
      objectName: z.string().max(64).optional(),
    }),
    returns: z.object({ values: z.array(z.object({ value: z.string(), count: z.number() })) }),
    summary: 'Values that people, or objects of a kind, have in a field, the most frequent first',
    fail: 'Error while loading your segments.',
    addition: true,
  }),
  listGoals: call({
    method: 'GET',
    path: '/v1/segments/goals',
    scopes: ['people:read'],
    returns: z.object({ goals: z.array(Goal) }),
    summary: 'The goals of flows that conditions can be about',
    fail: 'Error while loading your segments.',
    addition: true,
  }),
  previewSegment: call({
    method: 'GET',
    path: '/v1/segments/{id}/preview',
    scopes: ['people:read'],
    params,
    returns: z.object({ segment: Segment.extend({ preview: Preview }) }),
    summary: 'A segment with its count and first people',
    fail: 'Error while loading your segments.',
  }),
  listSegmentPeople: call({
    method: 'GET',
    path: '/v1/segments/{id}/people',
    scopes: ['people:read'],
    params,
    query: z.object({
      ...Paging,
      sort: z.string().max(255).optional(),
      order: z.enum(['asc', 'desc']).optional(),
      ignoreAnonymous: flag.optional(),
    }),
    returns: z.object({ people: z.array(Person), total: z.number() }),
    summary: 'The people in a segment',
    fail: 'Error while getting people in segment.',
  }),
  updateSegment: call({
    method: 'PATCH',
    path: '/v1/segments/{id}',
    scopes: ['people:write'],
    params,
    body: z.object({ name: Name, color: Color, conditions: Conditions.optional() }),
    returns: z.object({ segment: Segment }),
    summary: 'Change a segment',
    fail: 'Error while saving your segment.',
  }),
  deleteSegment: call({
    method: 'DELETE',
    path: '/v1/segments/{id}',
    scopes: ['people:write'],
    params,
    status: 204,
    summary: 'Delete a segment',
    fail: 'Error while deleting your segment.',
  }),
  explainSegment: call({
    method: 'GET',
    path: '/v1/segments/{id}/explain/{personId}',
    scopes: ['people:read'],
    params: z.object({ id: Id, personId: Id }),
    returns: z.object({ isIn: z.boolean(), explanation: Explanation }),
    summary: 'Why a person is or is not in a segment',
    fail: 'Error while getting people in segment.',
    addition: true,
  }),
  listSegmentUses: call({
    method: 'GET',
    path: '/v1/segments/{id}/uses',
    scopes: ['people:read'],
    params,
    returns: z.object({ uses: z.array(SegmentUse) }),
    summary: 'The flows, broadcasts and segments that use a segment',
    fail: 'Error while loading your segments.',
    addition: true,
  }),
  segmentGrowth: call({
    method: 'GET',
    path: '/v1/segments/{id}/growth',
    scopes: ['people:read'],
    params,
    query: z.object({ days: z.coerce.number<number>().int().min(1).max(400).default(90) }),
    returns: z.object({ days: z.array(GrowthDay) }),
    summary: 'Who entered and left a segment day by day, and its size',
    fail: 'Error while loading your segments.',
    addition: true,
  }),
}
