import { call } from '@millrace/kit/contract'
import { z } from 'zod'
import { MailRules } from './rules.ts'

/** The calls about what holds mail back. */
export const ruleCalls = {
  getMailRules: call({
    method: 'GET',
    path: '/v1/settings/email/rules',
    returns: z.object({ rules: MailRules }),
    summary: 'What holds mail back: frequency caps, quiet hours, control group, throttles',
    fail: "We couldn't retrieve the sending rules.",
    addition: true,
  }),
  updateMailRules: call({
    method: 'PUT',
    path: '/v1/settings/email/rules',
    scopes: ['emailSettings:write'],
    body: MailRules,
    returns: z.object({ rules: MailRules }),
    summary: 'Change what holds mail back',
    fail: 'Error while updating settings.',
    addition: true,
  }),
}
