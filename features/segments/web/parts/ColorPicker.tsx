import { Popover } from '@mantine/core'
import { COLORS } from '@millrace/people/contract'
import { useState } from 'react'
import c from './Editor.module.css'

type Props = { value: string | null; onChange: (color: string) => void; disabled: boolean }

/** The colour of a segment: a swatch that opens the palette. */
export const ColorPicker = ({ value, onChange, disabled }: Props) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={c.swatch}
          aria-label="Colour"
          disabled={disabled}
          onClick={() => setOpen((was) => !was)}
        >
          <i style={{ background: value ?? 'var(--ink-3)' }} />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <div className={c.palette}>
          {COLORS.map((color) => (
            <button
              key={color}
              type="button"
              aria-label={`Colour ${color}`}
              aria-pressed={color === value}
              style={{ background: color }}
              onClick={() => {
                onChange(color)
                setOpen(false)
              }}
            />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
