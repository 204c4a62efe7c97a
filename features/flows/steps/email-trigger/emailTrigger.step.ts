import { z } from 'zod'
import { EmailActivity, emailNameOf } from '../../contract/emailActivity.ts'
import { stepType } from '../../contract/stepType.ts'
import { EmailId } from '../../contract/values.ts'

const Values = z.object({
  emailId: EmailId.optional(),
  activity: EmailActivity,
  link: z.string().trim().max(2000).optional(),
})
/** Settings of the email trigger. Without `emailId` any email; `link` only narrows clicks. */
export type EmailTriggerValues = z.output<typeof Values>

const WORDS: Record<EmailActivity, string> = {
  delivered: 'delivered',
  opened: 'opened',
  clicked: 'clicked',
  bounced: 'bounced',
  complained: 'marked as spam',
  unsubscribed: 'unsubscribed from',
  replied: 'replied to',
}

/** People enter when something happens to an email that they were sent. */
export const emailTriggerStep = stepType<EmailTriggerValues>({
  operationKey: '/email-trigger-v2',
  type: 'trigger',
  kind: 'trigger',
  group: 'Triggers',
  label: 'Email activity',
  description: 'Starts when an email is opened, clicked, bounced or answered.',
  icon: 'mail-opened',
  values: Values,
  holds: { emailId: 'email' },
  startWith: { activity: 'opened' },
  summary: ({ emailId, activity, link }, names) => {
    const what = activity ? `Email ${WORDS[activity]}` : 'Email activity'
    const parts = [emailId ? emailNameOf(emailId, names) : 'Any email', activity === 'clicked' && link]
    return { title: what, text: parts.filter(Boolean).join(', ') }
  },
})

/** The earlier email trigger: read and run, no longer offered. */
export const oldEmailTriggerStep = stepType<EmailTriggerValues>({
  ...emailTriggerStep,
  operationKey: '/email-trigger',
  isHidden: true,
})
