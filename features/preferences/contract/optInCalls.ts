import { call } from '@millrace/kit/contract'
import { z } from 'zod'

const Token = z.object({ token: z.string().min(1).max(4_000) })

/** What the page behind the link of a double opt-in shows. */
export const OptIn = z.object({
  accountName: z.string(),
  accountLogo: z.string().nullable(),
  accountSite: z.string(),
  /** In part only: links are passed on. */
  email: z.string(),
  /** What is confirmed; null: mail as a whole. */
  category: z.string().nullable(),
  isConfirmed: z.boolean(),
  /** Where to go on, afterwards. */
  redirect: z.string().nullable(),
})

/** What the page behind the link of a double opt-in shows. */
export type OptIn = z.output<typeof OptIn>

/** The calls of a double opt-in. */
export const optInCalls = {
  readOptIn: call({
    method: 'GET',
    path: '/v1/communication-preferences/opt-in',
    auth: 'public',
    query: Token,
    returns: OptIn,
    summary: 'What the link of a double opt-in asks; reading it confirms nothing',
    fail: "We couldn't open this link.",
    addition: true,
  }),
  confirmOptIn: call({
    method: 'POST',
    path: '/v1/communication-preferences/opt-in',
    auth: 'public',
    body: Token,
    returns: OptIn,
    summary: 'Confirm a subscription',
    fail: "We couldn't confirm your subscription.",
    limit: { max: 60, windowSec: 60 },
    addition: true,
  }),
}
