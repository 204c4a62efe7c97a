import { Tooltip } from '@mantine/core'
import { useCallback } from 'react'
import type { EmailContent } from '../../contract/email.ts'
import { MergeInput } from '../parts/MergeInput.tsx'
import { SenderSelect } from '../parts/SenderSelect.tsx'
import { useEditor, useEditorState } from './EditorContext.tsx'
import c from './editor.module.css'

/** Longer lines are cut off by most mail programs. */
const GOOD_SUBJECT = 60
const GOOD_PREVIEW = 110

const Counter = ({ length, good, what }: { length: number; good: number; what: string }) => (
  <Tooltip
    label={
      length > good
        ? `Phones cut the ${what} off after about ${good} characters.`
        : `${good} characters fit on most screens.`
    }
  >
    <span className={c.counter} data-long={length > good || undefined}>
      {length}
    </span>
  </Tooltip>
)

// What Liquid stands for is about as long as a name.
const shownLength = (text: string) => text.replace(/\{\{[^}]*\}\}/g, '········').length

/** From, Subject and Preview above the mail, written in place. */
export const MetaLines = ({ isReadOnly }: { isReadOnly: boolean }) => {
  const store = useEditor()
  const content = useEditorState((state) => state.content)
  const set = useCallback(
    (part: Partial<EmailContent>, gesture: string) => store.change((old) => ({ ...old, ...part }), gesture),
    [store],
  )
  if (isReadOnly) {
    return (
      <dl className={c.meta}>
        <dt>From</dt>
        <dd>{content.fromName ? `${content.fromName} <${content.fromEmail}>` : content.fromEmail || '...'}</dd>
        <dt>Subject</dt>
        <dd>{content.subject || '...'}</dd>
        <dt>Preview</dt>
        <dd>{content.preheader || '...'}</dd>
      </dl>
    )
  }
  return (
    <div className={c.meta}>
      <span>From</span>
      <div className={c.from}>
        <MergeInput
          label="From name"
          hideLabel
          variant="unstyled"
          placeholder="Name"
          value={content.fromName}
          onChange={(fromName) => set({ fromName }, 'fromName')}
        />
        <SenderSelect
          variant="unstyled"
          value={content.fromEmail}
          onChange={({ email, name }) =>
            set({ fromEmail: email, ...(name && !content.fromName && { fromName: name }) }, 'fromEmail')
          }
        />
      </div>
      <span>Subject</span>
      <div className={c.line}>
        <MergeInput
          label="Subject"
          hideLabel
          variant="unstyled"
          placeholder="What this mail is about"
          value={content.subject}
          onChange={(subject) => set({ subject }, 'subject')}
        />
        <Counter length={shownLength(content.subject)} good={GOOD_SUBJECT} what="subject" />
      </div>
      <span>Preview</span>
      <div className={c.line} data-quiet>
        <MergeInput
          label="Preview text"
          hideLabel
          variant="unstyled"
          placeholder="Shown after the subject in the inbox"
          value={content.preheader}
          onChange={(preheader) => set({ preheader }, 'preheader')}
        />
        <Counter length={shownLength(content.preheader)} good={GOOD_PREVIEW} what="preview" />
      </div>
    </div>
  )
}
