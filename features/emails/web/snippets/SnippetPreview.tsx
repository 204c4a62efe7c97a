import { ErrorPanel, send } from '@millrace/kit/web'
import { PersonSelect } from '@millrace/people/web'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { emailCalls as calls } from '../../contract/emailCalls.ts'
import type { SnippetType } from '../../contract/snippet.ts'
import { MailFrame } from '../parts/MailFrame.tsx'
import c from './snippets.module.css'

const PAUSE_MS = 400

const mailOf = (type: SnippetType, content: string) =>
  type === 'text'
    ? { type: 'text' as const, editor: { type: 'preview' as const, state: null, html: content } }
    : { editor: { type: 'richtext' as const, state: { html: content } } }

/** What a mail shows of a snippet, as one person would get it. */
export const SnippetPreview = ({ type, content }: { type: SnippetType; content: string }) => {
  const [personId, setPersonId] = useState<number>()
  const [shown, setShown] = useState(content)
  const now = useDeferredValue(content)
  useEffect(() => {
    const timer = setTimeout(() => setShown(now), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [now])
  const { data, error, refetch } = useQuery({
    queryKey: ['snippet-preview', type, shown, personId ?? 0],
    retry: false,
    queryFn: ({ signal }) =>
      send(calls.previewEmail, { body: { email: mailOf(type, shown), ...(personId && { personId }) } }, { signal }),
    placeholderData: (previous) => previous,
  })
  return (
    <>
      <PersonSelect label="Show as" personId={personId} onChange={setPersonId} />
      {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data && !error && (
        <div className={c.frame}>
          <MailFrame html={data.html} title="The snippet in a mail" minHeight={120} maxHeight={420} />
        </div>
      )}
    </>
  )
}
