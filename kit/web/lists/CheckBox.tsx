import { useEffect, useRef } from 'react'
import css from './lists.module.css'

type Props = {
  label: string
  isOn: boolean
  isPartly?: boolean
  onChange: (isOn: boolean, withShift: boolean) => void
}

/** A plain tick box for rows: a component per row would make a long list slow. */
export const CheckBox = ({ label, isOn, isPartly = false, onChange }: Props) => {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly
  }, [isPartly])
  return (
    <input
      ref={box}
      type="checkbox"
      className={css.box}
      aria-label={label}
      checked={isOn}
      onClick={(event) => event.stopPropagation()}
      onChange={(event) => onChange(event.currentTarget.checked, (event.nativeEvent as MouseEvent).shiftKey === true)}
    />
  )
}
