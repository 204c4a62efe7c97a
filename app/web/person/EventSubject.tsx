import { emailsContract } from '@millrace/emails/contract'
import { EmailLink } from '@millrace/emails/web'
import type { PersonEvent } from '@millrace/events/contract'
import { flowsContract } from '@millrace/flows/contract'
import { Link, useCall } from '@millrace/kit/web'
import css from './person.module.css'

const FRESH = 5 * 60_000

/** The email and the flow of an event, by name. */
export default function EventSubject({ event: { emailId, flowId } }: { event: PersonEvent }) {
  const emails = useCall(emailsContract.listEmails, { query: { limit: 500 } }, { staleMs: FRESH, enabled: !!emailId })
  const flows = useCall(flowsContract.listFlowNames, undefined, { staleMs: FRESH, enabled: !!flowId })
  const email = emails.data?.emails.find(({ id }) => id === emailId)
  const flow = flows.data?.integrations.find(({ id }) => id === flowId)
  return (
    <span className={css.subject}>
      {email && (
        <EmailLink emailId={email.id} isPreview>
          {email.name}
        </EmailLink>
      )}
      {flow && (
        <>
          {email ? ' in ' : 'In '}
          <Link to={`/flows/${flow.id}`}>{flow.name}</Link>
        </>
      )}
    </span>
  )
}
