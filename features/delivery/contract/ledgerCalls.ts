import { call, Id, Paging, Time } from '@millrace/kit/contract'
import { z } from 'zod'
import { SEND_STATES, Send } from './sends.ts'

/** What a member says of an uncertain mail: it shall go again, it arrived, it did not. */
export const ResolvedAs = z.enum(['again', 'accepted', 'failed'])
/** What a member says of an uncertain mail. */
export type ResolvedAs = z.output<typeof ResolvedAs>

/** So many mails wait for something. `until`: when the next of them may leave, where that is known; `since`: when the first began to wait. */
export const WaitingMail = z.object({
  why: z.string(),
  words: z.string(),
  count: z.number(),
  until: Time.nullable(),
  since: Time,
})
/** So many mails wait for something. */
export type WaitingMail = z.output<typeof WaitingMail>

/** The calls about the send ledger. Fixed paths stand before `{id}`. */
export const ledgerCalls = {
  waitingMail: call({
    method: 'GET',
    path: '/v1/sends/waiting',
    scopes: ['emails:read'],
    returns: z.object({ waiting: z.array(WaitingMail) }),
    summary: 'What mail waits for that could have left otherwise, the most mails first',
    fail: "We couldn't retrieve the mails.",
    addition: true,
  }),
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
      /** What is kept of why a mail stands where it does. */
      why: z.string().max(500).optional(),
      /** Only what has not left and still may. */
      waiting: z.literal('true').optional(),
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
