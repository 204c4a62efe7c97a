import { call, Id, Time } from '@millrace/kit/contract'
import { z } from 'zod'

/** A segment as it stands to one person. */
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

/** The calls about one person's segments. */
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
}
