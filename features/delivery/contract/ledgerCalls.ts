import { call, Id, Paging, Time } from '@millrace/kit/contract'
import { z } from 'zod'
import { SEND_STATES, Send } from './sends.ts'

/** The calls about the send ledger. */
export const ledgerCalls = {
  listSends: call({
    method: 'GET',
    path: '/v1/sends',
    scopes: ['emails:read'],
    query: z.object({
      personId: Id.optional(),
      emailId: Id.optional(),
      flowId: Id.optional(),
      state: z.enum(SEND_STATES).optional(),
      before: Time.optional(),
      limit: Paging.limit,
    }),
    returns: z.object({ sends: z.array(Send), mayResolve: z.boolean() }),
    summary: 'Mails of the send ledger, newest first',
    fail: "We couldn't retrieve the mails.",
    addition: true,
  }),
  resolveSend: call({
    method: 'POST',
    path: '/v1/sends/{id}/resolve',
    scopes: ['emailSettings:write'],
    params: z.object({ id: Id }),
    body: z.object({ at: Time, as: z.enum(['again', 'accepted', 'failed']) }),
    returns: z.object({ send: Send }),
    summary: 'Say what became of a mail whose fate is uncertain',
    fail: "We couldn't resolve this mail.",
    addition: true,
  }),
}
