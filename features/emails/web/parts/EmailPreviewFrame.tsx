import { ErrorPanel, Skeleton, useCall } from '@millrace/kit/web'
import { emailCalls as calls } from '../../contract/emailCalls.ts'
import c from './emailPreview.module.css'
import { MailFrame } from './MailFrame.tsx'

const HEIGHT = 355
const TINY_HEIGHT = 250

type Props = {
  emailId: number | undefined
  /** Less high, for narrow places. */
  isTiny?: boolean
}

/** An email as a card: From, Subject and the beginning of its body, as it is saved. */
export const EmailPreviewFrame = ({ emailId, isTiny }: Props) => {
  const { data, error, refetch } = useCall(
    calls.getEmail,
    { params: { id: emailId ?? 0 } },
    { enabled: emailId !== undefined },
  )
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  const email = data?.email
  const from = email?.fromName ? `${email.fromName} <${email.fromEmail}>` : email?.fromEmail
  return (
    <div className={c.card} aria-busy={emailId !== undefined && !email}>
      <dl className={c.lines}>
        <dt>From</dt>
        <dd>{from || '...'}</dd>
        <dt>Subject</dt>
        <dd>{email?.subject || '...'}</dd>
      </dl>
      <div className={c.body} style={{ maxHeight: isTiny ? TINY_HEIGHT : HEIGHT }}>
        {email?.html ? (
          <MailFrame html={email.html} title={`Body of ${email.name}`} maxHeight={isTiny ? TINY_HEIGHT : HEIGHT} />
        ) : (
          <div className={c.empty}>{emailId === undefined || email ? '...' : <Skeleton width="70%" />}</div>
        )}
      </div>
    </div>
  )
}
