import { ErrorPanel, PageSkeleton, useIdParam, useMay, useTitle } from '@millrace/kit/web'
import { useEffect, useState } from 'react'
import { EmailEditor } from '../editor/EmailEditor.tsx'
import { type Opened, takeOpening } from '../editor/openings.ts'

/** An email as it was when its editor was opened. */
const useOpened = (id: number | undefined) => {
  const [opened, setOpened] = useState<Opened>()
  const [error, setError] = useState<{ of: string; error: Error }>()
  const [attempt, setAttempt] = useState(0)
  const of = `${id}:${attempt}`
  useEffect(() => {
    if (id === undefined) return
    let isGone = false
    const work = takeOpening(id)
    work.then(
      (found) => !isGone && setOpened(found),
      (reason: Error) => !isGone && setError({ of, error: reason }),
    )
    return () => {
      isGone = true
    }
  }, [id, of])
  return {
    opened: opened?.email.id === id ? opened : undefined,
    error: error?.of === of ? error.error : undefined,
    retry: () => setAttempt(attempt + 1),
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
