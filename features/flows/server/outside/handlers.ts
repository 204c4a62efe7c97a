import type { Handlers, House, Outgoing } from '@millrace/kit/server'
import type { flowsContract } from '../../contract/index.ts'
import { replayDelivery, rotateHook, stepHook } from '../hooks/stepHook.ts'
import { runOperation } from '../services/runOperation.ts'
import { flowNotices, listCalls, sealFor, signingSecret } from './listCalls.ts'
import { stepWithOutput } from './stepOutput.ts'
import { testCall } from './testCall.ts'

/** The calls about what flows say to the outside. */
export const outsideHandlers = (house: House, outgoing: Outgoing) =>
  ({
    testStepCall: ({ params, body }, by) => testCall(house, outgoing, by, params.id, body),
    listStepCalls: ({ params, query }, by) => listCalls(house, by, params.id, query),
    sealStepSecret: ({ body }, by) => sealFor(house, by, body.url, body.value),
    readStepSigningSecret: ({ params }, by) => signingSecret(house, by, params.id),
    getStep: async ({ params, query }, by) => ({
      step: await stepWithOutput(house, by, params.id, query.refresh === 'true'),
    }),
    runServiceOperation: ({ params, query, body }, by) =>
      runOperation(house, by, { ...params, stepId: query.stepId, values: body }),
    getFlowNotices: async ({ params }, by) => ({ notices: await flowNotices(house, by, params.id) }),
    getStepHook: ({ params }, by) => stepHook(house, by, params.id),
    rotateStepHook: ({ params }, by) => rotateHook(house, by, params.id),
    replayStepDelivery: async ({ params }, by) => ({
      delivery: await replayDelivery(house, by, params.id, params.deliveryId),
    }),
  }) satisfies Partial<Handlers<typeof flowsContract>>
