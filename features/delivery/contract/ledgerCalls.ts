import { call, Id, Paging, Time } from '@millrace/kit/contract'
import { z } from 'zod'
import { SEND_STATES, Send } from './sends.ts'

/** What a member says of an uncertain mail: it shall go again, it arrived, it did not. */
export const ResolvedAs = z.enum(['again', 'accepted', 'failed'])
/** What a member says of an uncertain mail. */
export type ResolvedAs = z.output<typeof ResolvedAs>

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
      stepId: Id.optional(),
      broadcastId: Id.optional(),
      /** What stands in the address. */
      email: z.string().trim().max(320).optional(),
      state: z.enum(SEND_STATES).optional(),
      before: Time.optional(),
      cursor: z.string().optional(),
      limit: Paging.limit,
    }),
    returns: z.object({ sends: z.array(Send), mayResolve: z.boolean(), next: z.string().nullable() }),
    summary: 'Mails of the send ledger, newest first',
    fail: "We couldn't retrieve the mails.",
    addition: true,
  }),
  resolveSend: call({
    method: 'POST',
    path: '/v1/sends/{id}/resolve',
    scopes: ['emailSettings:write'],
    params: z.object({ id: Id }),
    body: z.object({ at: Time, as: ResolvedAs }),
    returns: z.object({ send: Send }),
    summary: 'Say what became of a mail whose fate is uncertain',
    fail: "We couldn't resolve this mail.",
    addition: true,
  }),
  resolveSends: call({
    method: 'POST',
    path: '/v1/sends/resolve',
    scopes: ['emailSettings:write'],
    body: z.object({
      as: ResolvedAs,
      emailId: Id.optional(),
      flowId: Id.optional(),
      broadcastId: Id.optional(),
    }),
    status: 202,
    returns: z.object({ count: z.number() }),
    summary: 'Say what became of all mails whose fate is uncertain, or those of an email, a flow or a broadcast',
    fail: "We couldn't resolve these mails.",
    addition: true,
  }),
}
