import { type ReactNode, useId } from 'react'
import c from './FormRow.module.css'

type Props = {
  label: string
  /** A sentence under the label. */
  help?: ReactNode
  /** The control, given the id that the label points to: `{(id) => <TextInput id={id} />}`. */
  children: (id: string) => ReactNode
}

/** A setting: its name and help at the left, its control at the right. */
export const FormRow = ({ label, help, children }: Props) => {
  const id = useId()
  return (
    <div className={c.row}>
      <label className={c.label} htmlFor={id}>
        {label}
        {help && <span className={c.help}>{help}</span>}
      </label>
      <div className={c.control}>{children(id)}</div>
    </div>
  )
}
