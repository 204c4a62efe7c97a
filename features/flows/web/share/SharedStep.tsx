import { CloseButton } from '@mantine/core'
import { MailFrame } from '@millrace/emails/web'
import { ErrorPanel, Link, Skeleton, useCall } from '@millrace/kit/web'
import { flowsContract as calls, type Names, refsOf, type Step, stepTypeOf, summaryOf } from '../../contract/index.ts'
import css from './share.module.css'
import { sharedSegmentAddress } from './sharedAddress.ts'

type Of = { flowId: number; token: string }

const SharedMail = ({ emailId, flowId, token }: Of & { emailId: number }) => {
  const { data, error } = useCall(calls.previewFlowEmail, {
    params: { id: flowId, emailId },
    query: { 'read-only-auth': token },
  })
  if (error) return <ErrorPanel error={error} />
  if (!data) return <Skeleton width="100%" height={240} />
  return (
    <>
      <dl className={css.mailHead}>
        <dt>Subject</dt>
        <dd>{data.email.subject}</dd>
        {data.email.preheader && (
          <>
            <dt>Preview</dt>
            <dd>{data.email.preheader}</dd>
          </>
        )}
      </dl>
      <div className={css.frame}>
        <MailFrame html={data.email.html} title={`Body of ${data.email.name}`} />
      </div>
    </>
  )
}

type Props = Of & { step: Step; names: Names; onClose(): void }

/** A step of a shared flow in words, with the mail that it sends and the segments that it asks for. */
export const SharedStep = ({ step, names, flowId, token, onClose }: Props) => {
  const { title, text } = summaryOf(step, names)
  const { emails, segments } = refsOf(stepTypeOf(step), step.inputFields.values)
  return (
    <aside className={css.side} aria-label={title}>
      <div className={css.sideHead}>
        <div>
          <small>{step.displayLabel}</small>
          <h2>{title}</h2>
        </div>
        <CloseButton aria-label="Close" onClick={onClose} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <div className={css.sideBody} tabIndex={0}>
        <p>{text || step.description}</p>
        {[...new Set(segments)].map((id) => (
          <p key={id}>
            <Link to={sharedSegmentAddress(id, flowId, token)}>{names.segments?.[id] ?? 'The segment'}</Link>
          </p>
        ))}
        {[...new Set(emails)].map((id) => (
          <SharedMail key={id} emailId={id} flowId={flowId} token={token} />
        ))}
      </div>
    </aside>
  )
}
