import { call } from '@millrace/kit/contract'
import { z } from 'zod'

/** Fewest characters of a password. */
export const PASSWORD_MIN = 8

/** Said of a password that is too short. */
export const PASSWORD_SHORT = `Please use at least ${PASSWORD_MIN} characters.`

/** A password that somebody chooses. */
export const NewPassword = z
  .string({ error: 'Missing password.' })
  .min(PASSWORD_MIN, PASSWORD_SHORT)
  .max(1_000, 'Please use at most 1,000 characters.')

const RESET_FAIL = 'Unknown error'

export const passwordCalls = {
  setInitialPassword: call({
    method: 'POST',
    path: '/v1/accounts/initial-password',
    auth: 'session',
    body: z.object({ password: NewPassword }),
    status: 204,
    summary: 'Choose the first password',
    fail: "We couldn't save your account changes. ",
  }),
  changePassword: call({
    method: 'POST',
    path: '/v1/accounts/change-password',
    auth: 'session',
    body: z.object({ currentPassword: z.string().max(1_000), password: NewPassword }),
    status: 204,
    summary: 'Choose another password; ends all other sessions',
    fail: "We couldn't change your password.",
    addition: true,
  }),
  requestResetPassword: call({
    method: 'POST',
    path: '/v1/accounts/request-reset-password',
    auth: 'public',
    body: z.object({ email: z.string({ error: 'Missing email.' }).trim().min(1, 'Missing email.').max(320) }),
    returns: z.object({ message: z.string() }),
    summary: 'Have a link mailed that sets a new password',
    fail: RESET_FAIL,
  }),
  resetPassword: call({
    method: 'POST',
    path: '/v1/accounts/reset-password',
    auth: 'public',
    body: z.object({ token: z.string({ error: 'Missing token.' }).max(200), password: NewPassword }),
    returns: z.object({ email: z.string() }),
    summary: 'Set a new password with the mailed link; ends all sessions',
    fail: RESET_FAIL,
  }),
}
