import { call, Id, Time } from '@millrace/kit/contract'
import { z } from 'zod'
import { Explanation } from './segment.ts'

/** A segment as it stands to one person, or to one object. */
export const PersonSegment = z.object({
  id: Id,
  name: z.string(),
  color: z.string().nullable(),
  autoSegment: z.boolean(),
  isIn: z.boolean(),
  /** Since when the person is in it, or when they last came. */
  enteredAt: Time.nullable(),
  /** When they left it, where they are not in it any more. */
  leftAt: Time.nullable(),
  /** Its membership is being worked out just now. */
  isBuilding: z.boolean(),
})
/** A segment as it stands to one person. */
export type PersonSegment = z.infer<typeof PersonSegment>

/** The calls about the segments of one person or one object. */
export const personSegmentCalls = {
  listPersonSegments: call({
    method: 'GET',
    path: '/v1/people/{id}/segments',
    scopes: ['people:read'],
    params: z.object({ id: Id }),
    returns: z.object({ segments: z.array(PersonSegment) }),
    summary: 'All segments of people, and whether and since when a person is in them',
    fail: 'Error while loading your segments.',
    addition: true,
  }),
  listObjectSegments: call({
    method: 'GET',
    path: '/v1/objects/{objectName}/{id}/segments',
    scopes: ['people:read'],
    params: z.object({ objectName: z.string().min(1).max(100), id: Id }),
    returns: z.object({ segments: z.array(PersonSegment) }),
    summary: 'All segments of a kind of objects, and whether and since when an object is in them',
    fail: 'Error while loading your segments.',
    addition: true,
  }),
  explainSegmentObject: call({
    method: 'GET',
    path: '/v1/segments/{id}/explain/objects/{objectId}',
    scopes: ['people:read'],
    params: z.object({ id: Id, objectId: Id }),
    returns: z.object({ isIn: z.boolean(), explanation: Explanation }),
    summary: 'Why an object is or is not in a segment',
    fail: 'Error while loading objects.',
    addition: true,
  }),
}
