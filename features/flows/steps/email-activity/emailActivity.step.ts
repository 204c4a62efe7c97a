import { z } from 'zod'
import { didWithEmail, EmailActivity, emailNameOf } from '../../contract/emailActivity.ts'
import { stepType, words } from '../../contract/stepType.ts'
import { EmailId, only, Within } from '../../contract/values.ts'

const Values = z.object({ emailId: EmailId, activity: EmailActivity, within: Within.optional() })
/** Settings of the email filter. */
export type EmailActivityValues = z.output<typeof Values>

const TITLES: Record<EmailActivity, string> = {
  delivered: 'Email delivered?',
  opened: 'Opened email?',
  clicked: 'Clicked email?',
  bounced: 'Email bounced?',
  complained: 'Marked as spam?',
  unsubscribed: 'Unsubscribed by email?',
  replied: 'Replied to email?',
}

/** Splits people by what happened to an email that they were sent. */
export const emailActivityStep = stepType<EmailActivityValues>({
  operationKey: '/email-activity',
  type: 'filter',
  kind: 'filter',
  group: 'Filters',
  label: 'Email activity',
  description: 'Goes on by yes or no: did the person open or click an email?',
  icon: 'mail-question',
  values: Values,
  holds: { emailId: 'email' },
  startWith: { activity: 'opened' },
  asks: ({ emailId, activity, within }) => only(didWithEmail(activity, emailId, within)),
  summary: ({ emailId, activity, within }, names) => {
    const title = activity ? TITLES[activity] : 'Email activity?'
    if (!emailId) return { title, text: 'Choose an email' }
    const when = within && `in the last ${words(within.value, within.unit)}`
    return { title, text: [emailNameOf(emailId, names), when].filter(Boolean).join(', ') }
  },
})
