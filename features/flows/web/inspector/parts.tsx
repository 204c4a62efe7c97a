import { Input, SegmentedControl } from '@mantine/core'
import { CopyButton } from '@millrace/kit/web'
import { type ReactNode, useId } from 'react'
import css from './inspector.module.css'

/** A sentence that explains a setting. */
export const Hint = ({ children }: { children: ReactNode }) => <p className={css.hint}>{children}</p>

/** A part of the drawer below the settings, under a heading of its own. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section className={css.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}

/** What is wrong, in a sentence. */
export const Wrong = ({ children }: { children: ReactNode }) => (
  <p className={css.problem} role="alert">
    {children}
  </p>
)

/** Something to be copied elsewhere: an address, a key, some lines of code. */
export const Copied = ({ text, label }: { text: string; label: string }) => (
  <div className={css.copied}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
    <code tabIndex={0}>{text}</code>
    <CopyButton text={text} label={label} />
  </div>
)

/** Two settings side by side. */
export const Row = ({ children }: { children: ReactNode }) => <div className={css.row}>{children}</div>

type ChoiceProps = {
  label: string
  data: { value: string; label: string }[]
  value: string
  onChange(value: string): void
}

/** One of a few, all in view. */
export const Choice = ({ label, data, value, onChange }: ChoiceProps) => (
  <Input.Wrapper label={label} labelElement="div">
    <SegmentedControl fullWidth data={data} value={value} onChange={onChange} aria-label={label} />
  </Input.Wrapper>
)
