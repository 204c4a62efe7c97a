import { call, Id, ShortId, Time } from '@millrace/kit/contract'
import { z } from 'zod'

/** Who signed in, and into which account. */
export const LoginResult = z.object({ accountId: Id, id: Id, email: z.string() })

/** Shown instead of signing in when a member comes from a device for the first time. */
export const NEW_DEVICE =
  "Since this is the first time you are logging from this device, we have sent you an email to confirm it's you. Follow the instructions in the email to log in."

/** `error.name` of the reply that carries NEW_DEVICE. */
export const NEW_DEVICE_NAME = 'NewDevice'

/** Where and since when a member is signed in. */
export const Session = z.object({
  id: z.string(),
  device: z.string(),
  ip: z.string(),
  createdAt: Time,
  seenAt: Time,
  expiresAt: Time,
  isCurrent: z.boolean(),
})

/** A proof-of-work task; its solution goes along with a registration. */
export const BotChallenge = z.object({
  isNeeded: z.boolean(),
  challenge: z.record(z.string(), z.unknown()).optional(),
})

const LOGIN_FAIL = 'There was an error while logging you in.'

export const sessionCalls = {
  login: call({
    method: 'POST',
    path: '/v1/accounts/login',
    auth: 'public',
    body: z.object({ email: z.string().max(320).optional(), password: z.string().max(1_000).optional() }).optional(),
    returns: LoginResult,
    summary: 'Sign in with e-mail and password',
    fail: LOGIN_FAIL,
  }),
  confirmLogin: call({
    method: 'POST',
    path: '/v1/accounts/login/confirm',
    auth: 'public',
    body: z.object({ token: z.string().max(200) }),
    returns: LoginResult,
    summary: 'Sign in on a new device with the mailed link',
    fail: LOGIN_FAIL,
    addition: true,
  }),
  logout: call({
    method: 'POST',
    path: '/v1/accounts/logout',
    auth: 'public',
    status: 204,
    summary: 'Sign out',
    fail: "We couldn't log you out.",
    addition: true,
  }),
  heartbeat: call({
    method: 'GET',
    path: '/v1/heartbeat/authenticated',
    auth: 'member',
    returns: z.object({ accountId: Id, id: z.number().int().nonnegative() }),
    summary: 'Check that somebody is signed in',
    fail: LOGIN_FAIL,
  }),
  switchAccount: call({
    method: 'POST',
    path: '/v1/accounts/{id}/switch',
    auth: 'session',
    params: z.object({ id: ShortId }),
    returns: z.object({ accountId: Id }),
    summary: 'Go on in another account',
    fail: "We couldn't switch accounts. ",
  }),
  listSessions: call({
    method: 'GET',
    path: '/v1/accounts/sessions',
    auth: 'session',
    returns: z.object({ sessions: z.array(Session) }),
    summary: 'List where you are signed in',
    fail: "We couldn't list your sessions.",
    addition: true,
  }),
  endSession: call({
    method: 'DELETE',
    path: '/v1/accounts/sessions/{sessionId}',
    auth: 'session',
    params: z.object({ sessionId: z.string().max(64) }),
    status: 204,
    summary: 'Sign out somewhere else',
    fail: "We couldn't end this session.",
    addition: true,
  }),
  endOtherSessions: call({
    method: 'DELETE',
    path: '/v1/accounts/sessions',
    auth: 'session',
    status: 204,
    summary: 'Sign out everywhere else',
    fail: "We couldn't end your other sessions.",
    addition: true,
  }),
  botChallenge: call({
    method: 'GET',
    path: '/v1/accounts/bot-challenge',
    auth: 'public',
    returns: BotChallenge,
    summary: 'Get a task that only takes a person’s browser a moment',
    fail: "We couldn't prepare the sign-up.",
    limit: { max: 120, windowSec: 60 },
    addition: true,
  }),
}
