import { call, Id } from '@millrace/kit/contract'
import { z } from 'zod'

const Name = z.string().min(1).max(100)

/** Calls about steps that services bring. */
export const serviceStepCalls = {
  runServiceOperation: call({
    method: 'POST',
    path: '/v1/services/{serviceId}/operations/{operationName}',
    scopes: ['flows:write'],
    params: z.object({ serviceId: Name, operationName: Name }),
    query: z.object({ stepId: Id }),
    /** Settings of the step as they stand in the drawer. */
    body: z.record(z.string(), z.unknown()).default({}),
    returns: z.object({ schema: z.record(z.string(), z.unknown()) }),
    summary: 'Ask a service what a dynamic field of a step offers',
    fail: "We couldn't retrive service fields. ",
    limit: { max: 120, windowSec: 60 },
  }),
}
