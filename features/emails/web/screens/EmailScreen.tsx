import { ErrorPanel, PageSkeleton, useCall, useIdParam, useMay, useTitle } from '@millrace/kit/web'
import { useEffect, useState } from 'react'
import type { Email, Version } from '../../contract/email.ts'
import { emailCalls } from '../../contract/emailCalls.ts'
import { versionCalls } from '../../contract/versionCalls.ts'
import { EmailEditor } from '../editor/EmailEditor.tsx'

type Opened = { email: Email; latest: Version }

/** An email as it was when its editor was opened. A kept answer could be older than the draft, so it waits for fresh ones. */
const useOpened = (id: number | undefined) => {
  const input = { params: { id: id ?? 0 } }
  const options = { enabled: id !== undefined, staleMs: 0 }
  const email = useCall(emailCalls.getEmail, input, options)
  const latest = useCall(versionCalls.latestVersion, input, options)
  const [opened, setOpened] = useState<Opened>()
  const isFresh = !email.isFetching && !latest.isFetching && !email.error && !latest.error
  useEffect(() => {
    const [known, version] = [email.data?.email, latest.data?.version]
    if (isFresh && known && version)
      setOpened((old) => (old?.email.id === known.id ? old : { email: known, latest: version }))
  }, [isFresh, email.data, latest.data])
  return {
    opened: opened?.email.id === id ? opened : undefined,
    error: email.error ?? latest.error,
    retry: () => Promise.all([email.refetch(), latest.refetch()]),
  }
}

type Props = {
  id: number | undefined
  /** Told the email's name once it is known. */
  onName?: (name: string) => void
  /** Given where the editor lies over another page: how to leave it. */
  onClose?: () => void
}

const OpenedEmail = ({ id, onName, onClose }: Props) => {
  const mayWrite = useMay('emails:write')
  const { opened, error, retry } = useOpened(id)
  const name = opened?.email.name
  useEffect(() => {
    if (name) onName?.(name)
  }, [name, onName])
  if (opened)
    return (
      <EmailEditor
        key={id}
        email={opened.email}
        latest={opened.latest}
        mayWrite={mayWrite}
        {...(onClose && { onClose })}
      />
    )
  if (error || id === undefined) {
    const told = error ?? { message: "We couldn't retrieve your email." }
    return <ErrorPanel error={told} title="Error while loading your email." onRetry={retry} />
  }
  return <PageSkeleton />
}

const OnItsPage = () => {
  const id = useIdParam()
  const [name, setName] = useState<string>()
  useTitle(name)
  return <OpenedEmail id={id} onName={setName} />
}

/** The editor of one email: of the one that the path names, or over another page of the one that is given. */
export default function EmailScreen({ over }: { over?: Props }) {
  return over ? <OpenedEmail {...over} /> : <OnItsPage />
}
