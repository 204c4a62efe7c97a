import { Loader, SegmentedControl, Switch } from '@mantine/core'
import { ErrorPanel, send } from '@millrace/kit/web'
import { PersonSelect } from '@millrace/people/web'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { blocksOf, isDesign, rowsOf } from '../../contract/design.ts'
import type { EmailContent } from '../../contract/email.ts'
import { emailCalls as calls } from '../../contract/emailCalls.ts'
import { isAskedOfDatabase, showWhenOf } from '../../contract/showWhen.ts'
import { MailFrame } from '../parts/MailFrame.tsx'
import { asDarkMail } from './darkMail.ts'
import l from './lines.module.css'
import c from './preview.module.css'

type Props = { emailId: number; content: EmailContent; revision: number; isTransactional: boolean; isNarrow: boolean }

/** Whether a part is shown by what only stored people can answer. */
const asksOfPeople = ({ editor: { state } }: EmailContent) => {
  if (!isDesign(state)) return false
  return [...rowsOf(state), ...blocksOf(state)].some(({ values }) => {
    const conditions = showWhenOf(values)?.conditions
    return conditions !== undefined && isAskedOfDatabase(conditions)
  })
}

/** The mail as one person would get it: HTML or plain text. */
export default function PreviewPane({ emailId, content, revision, isTransactional, isNarrow }: Props) {
  const [personId, setPersonId] = useState<number>()
  const [part, setPart] = useState('html')
  const [isDark, setDark] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['email-preview', emailId, revision, personId ?? 0],
    retry: false,
    queryFn: ({ signal }) =>
      send(
        calls.previewEmail,
        { body: { email: { id: emailId, isTransactional, ...content }, ...(personId && { personId }) } },
        { signal },
      ),
    placeholderData: (previous) => previous,
  })
  return (
    <div className={c.preview}>
      <div className={c.previewBar}>
        <PersonSelect label="Show as" hideLabel personId={personId} onChange={setPersonId} />
        <SegmentedControl
          aria-label="Part"
          value={part}
          onChange={setPart}
          data={[
            { value: 'html', label: 'HTML' },
            { value: 'text', label: 'Plain text' },
          ]}
        />
        {part === 'html' && (
          <Switch label="Dark" checked={isDark} onChange={(event) => setDark(event.currentTarget.checked)} />
        )}
        {isFetching && <Loader size={16} />}
      </div>
      {!personId && asksOfPeople(content) && (
        <p className={c.previewNote}>
          Parts for those who did something, for segments or for goals are not shown to the example person. Choose
          somebody above.
        </p>
      )}
      {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data && !error && (
        <div className={c.mail} data-narrow={isNarrow || undefined}>
          <dl className={l.meta}>
            <dt>From</dt>
            <dd>{data.fromName ? `${data.fromName} <${data.fromEmail}>` : data.fromEmail || '...'}</dd>
            {data.replyEmail && (
              <>
                <dt>Reply to</dt>
                <dd>{data.replyName ? `${data.replyName} <${data.replyEmail}>` : data.replyEmail}</dd>
              </>
            )}
            {data.cc && (
              <>
                <dt>Cc</dt>
                <dd>{data.cc}</dd>
              </>
            )}
            {data.bcc && (
              <>
                <dt>Bcc</dt>
                <dd>{data.bcc}</dd>
              </>
            )}
            <dt>Subject</dt>
            <dd>{data.subject || '...'}</dd>
            <dt>Preview</dt>
            <dd data-quiet>{data.preheader || '...'}</dd>
          </dl>
          {part === 'html' ? (
            <MailFrame html={isDark ? asDarkMail(data.html) : data.html} title="The mail" minHeight={300} />
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: long text is scrolled by keyboard
            <pre className={c.plain} tabIndex={0}>
              {data.text}
            </pre>
          )}
        </div>
      )}
    </div>
  )
}
