import { Tooltip } from '@mantine/core'
import { memo, useCallback, useEffect, useState } from 'react'
import { copiesProblem, replyProblem } from '../../contract/addresses.ts'
import type { EmailContent } from '../../contract/email.ts'
import { MergeInput } from '../parts/MergeInput.tsx'
import { SenderSelect } from '../parts/SenderSelect.tsx'
import { useEditor, useEditorState } from './EditorContext.tsx'
import c from './lines.module.css'

/** Longer lines are cut off by most mail programs. */
const GOOD_SUBJECT = 60
const GOOD_PREVIEW = 110

type LineKey = 'subject' | 'preheader' | 'fromName' | 'fromEmail' | 'replyName' | 'replyEmail' | 'cc' | 'bcc'

// A line draws itself anew where its own words change, not with each sign of the mail.
const useLine = (key: LineKey): [value: string, set: (value: string) => void] => {
  const store = useEditor()
  const value = useEditorState(({ content }) => content[key])
  const set = useCallback(
    (next: string) => store.change((old) => (old[key] === next ? old : { ...old, [key]: next }), key),
    [store, key],
  )
  return [value, set]
}

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

type Counted = { of: 'subject' | 'preheader'; label: string; placeholder: string; good: number; what: string }

const CountedLine = memo(({ of, label, placeholder, good, what }: Counted) => {
  const [value, set] = useLine(of)
  return (
    <div className={c.line} data-quiet={of === 'preheader' || undefined}>
      <MergeInput label={label} hideLabel variant="unstyled" placeholder={placeholder} value={value} onChange={set} />
      <Counter length={shownLength(value)} good={good} what={what} />
    </div>
  )
})

const FromLine = memo(() => {
  const store = useEditor()
  const [name, setName] = useLine('fromName')
  const [email] = useLine('fromEmail')
  const choose = (sender: Pick<EmailContent, 'fromEmail'> & { name: string }) =>
    store.change(
      (old) => ({
        ...old,
        fromEmail: sender.fromEmail,
        ...(sender.name && !old.fromName && { fromName: sender.name }),
      }),
      'fromEmail',
    )
  return (
    <div className={c.pair}>
      <MergeInput label="From name" hideLabel variant="unstyled" placeholder="Name" value={name} onChange={setName} />
      <SenderSelect
        variant="unstyled"
        value={email}
        onChange={(sender) => choose({ fromEmail: sender.email, name: sender.name })}
      />
    </div>
  )
})

// What is being typed is not wrong yet: problems are told once the field is left.
const useProblem = (find: (text: string) => string | undefined, text: string) => {
  const [isLeft, setLeft] = useState(true)
  return { problem: isLeft ? find(text) : undefined, onFocus: () => setLeft(false), onBlur: () => setLeft(true) }
}

const ReplyLine = ({ isNew }: { isNew: boolean }) => {
  const [name, setName] = useLine('replyName')
  const [email, setEmail] = useLine('replyEmail')
  const { problem, ...leaving } = useProblem(replyProblem, email)
  return (
    <>
      <span>Reply to</span>
      <div className={c.pair} {...leaving}>
        <MergeInput
          label="Reply name"
          hideLabel
          variant="unstyled"
          placeholder="Name"
          value={name}
          onChange={setName}
        />
        <SenderSelect
          variant="unstyled"
          name="Reply address"
          placeholder="Where answers go"
          value={email}
          error={problem}
          autoFocus={isNew}
          onChange={(sender) => setEmail(sender.email)}
        />
      </div>
    </>
  )
}

const CopyLine = ({ of, isNew }: { of: 'cc' | 'bcc'; isNew: boolean }) => {
  const [value, set] = useLine(of)
  const { problem, ...leaving } = useProblem(copiesProblem, value)
  const label = of === 'cc' ? 'Cc' : 'Bcc'
  return (
    <>
      <span>{label}</span>
      <div {...leaving}>
        <MergeInput
          label={label}
          hideLabel
          variant="unstyled"
          placeholder={
            of === 'cc' ? 'Addresses that get a copy, seen by the reader' : 'Addresses that get a copy, seen by nobody'
          }
          value={value}
          error={problem}
          autoFocus={isNew}
          onChange={set}
        />
      </div>
    </>
  )
}

const MORE = [
  ['reply', 'Reply to'],
  ['cc', 'Cc'],
  ['bcc', 'Bcc'],
] as const
type More = (typeof MORE)[number][0]

const isHeld = (content: EmailContent, key: More) =>
  key === 'reply' ? Boolean(content.replyEmail || content.replyName) : Boolean(content[key])

// Lines that few mails have: shown where they hold something, or once they are asked for.
const useMore = () => {
  const [asked, setAsked] = useState<readonly More[]>([])
  const held = useEditorState(({ content }) =>
    MORE.map(([key]) => key)
      .filter((key) => isHeld(content, key))
      .join(),
  )
  const [seen, setSeen] = useState(held)
  // A line that is emptied stays while the email is open: it may be about to be written anew.
  useEffect(() => setSeen((old) => `${old},${held}`), [held])
  const isShown = (key: More) => asked.includes(key) || `${seen},${held}`.split(',').includes(key)
  const ask = (key: More) => setAsked((old) => [...old, key])
  return { asked, isShown, ask }
}

/** From, Reply to, Cc, Bcc, Subject and Preview above the mail, written in place. */
export const MetaLines = () => {
  const { asked, isShown, ask } = useMore()
  const hidden = MORE.filter(([key]) => !isShown(key))
  return (
    <div className={c.meta}>
      <span>From</span>
      <div className={c.line}>
        <FromLine />
        {hidden.length > 0 && (
          <div className={c.more}>
            {hidden.map(([key, label]) => (
              <button key={key} type="button" aria-label={`Add ${label}`} onClick={() => ask(key)}>
                {label}
              </button>
            ))}
          </div>
        )}
      </div>
      {isShown('reply') && <ReplyLine isNew={asked.includes('reply')} />}
      {isShown('cc') && <CopyLine of="cc" isNew={asked.includes('cc')} />}
      {isShown('bcc') && <CopyLine of="bcc" isNew={asked.includes('bcc')} />}
      <span>Subject</span>
      <CountedLine
        of="subject"
        label="Subject"
        placeholder="What this mail is about"
        good={GOOD_SUBJECT}
        what="subject"
      />
      <span>Preview</span>
      <CountedLine
        of="preheader"
        label="Preview text"
        placeholder="Shown after the subject in the inbox"
        good={GOOD_PREVIEW}
        what="preview"
      />
    </div>
  )
}
