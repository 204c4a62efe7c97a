import { Input, SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './inspector.module.css'

/** A sentence that explains a setting. */
export const Hint = ({ children }: { children: ReactNode }) => <p className={css.hint}>{children}</p>

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
