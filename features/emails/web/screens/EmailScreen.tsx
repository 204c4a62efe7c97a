import { ErrorPanel, PageSkeleton, useCall, useIdParam, useMay, useTitle } from '@millrace/kit/web'
import { emailCalls as calls } from '../../contract/calls.ts'
import { EmailEditor } from '../editor/EmailEditor.tsx'

/** The editor of one email. */
export default function EmailScreen() {
  const id = useIdParam()
  const mayWrite = useMay('emails:write')
  const input = { params: { id: id ?? 0 } }
  const email = useCall(calls.getEmail, input, { enabled: id !== undefined, staleMs: 0 })
  const latest = useCall(calls.latestVersion, input, { enabled: id !== undefined, staleMs: 0 })
  useTitle(email.data?.email.name)
  const error = email.error ?? latest.error
  if (error) {
    return (
      <ErrorPanel
        error={error}
        title="Error while loading your email."
        onRetry={() => Promise.all([email.refetch(), latest.refetch()])}
      />
    )
  }
  // Only fresh content may be edited: a kept answer could be older than the draft.
  if (!email.data || !latest.data || email.isFetching !== latest.isFetching) return <PageSkeleton />
  return <EmailEditor key={id} email={email.data.email} latest={latest.data.version} mayWrite={mayWrite} />
}
