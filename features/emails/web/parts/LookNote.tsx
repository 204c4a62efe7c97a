import { Banner, useCall } from '@millrace/kit/web'
import type { Email } from '../../contract/email.ts'
import { emailCalls as calls } from '../../contract/emailCalls.ts'

/** Says that an email was refused, why, and what to do; or that it waits for a look. Nothing where it may be sent. */
export const LookNote = ({ email }: { email: Pick<Email, 'canSpamCompliance' | 'refusedWhy'> }) => {
  if (email.canSpamCompliance === 'pending')
    return (
      <Banner tone="info">
        This email is looked at before it leaves. What is due waits, and goes when it is approved.
      </Banner>
    )
  if (email.canSpamCompliance !== 'rejected') return null
  return (
    <Banner tone="bad">
      This email was looked at and may not be sent{email.refusedWhy ? <>: “{email.refusedWhy}”</> : '.'}
      <small>
        Change what is said and save it: it is looked at once more. Mail that was due meanwhile is not sent later.
      </small>
    </Banner>
  )
}

/** The same of an email that is known by its id. */
export const EmailLook = ({ emailId }: { emailId: number }) => {
  const email = useCall(calls.getEmail, { params: { id: emailId } }).data?.email
  return email ? <LookNote email={email} /> : null
}
