import { ColorInput, NumberInput, SegmentedControl, Slider } from '@mantine/core'
import { IconAlignCenter, IconAlignLeft, IconAlignRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import c from './inspector.module.css'

type Field<T> = { label: string; value: T; onChange: (value: T) => void }

const SWATCHES = [
  '#18181d',
  '#52525e',
  '#8e8e9b',
  '#ffffff',
  '#f4f4f6',
  '#5a55db',
  '#0f7a4c',
  '#116bb3',
  '#d98308',
  '#c22f34',
]

/** A colour; told while it is chosen. */
export const ColorField = ({ label, value, onChange }: Field<string>) => (
  <ColorInput
    label={label}
    value={value}
    onChange={onChange}
    format="hex"
    swatches={SWATCHES}
    swatchesPerRow={10}
    placeholder="None"
    popoverProps={{ withinPortal: true }}
    eyeDropperButtonProps={{ 'aria-label': `Pick ${label.toLowerCase()} from the screen` }}
  />
)

/** A number of pixels. */
export const PixelField = ({ label, value, onChange, max = 200 }: Field<number> & { max?: number }) => (
  <NumberInput
    label={label}
    value={value}
    onChange={(next) => typeof next === 'number' && onChange(next)}
    min={0}
    max={max}
    suffix=" px"
    hideControls={false}
    allowDecimal={false}
  />
)

/** Names a control that is no text field. */
export const Labelled = ({ label, said, children }: { label: string; said?: string; children: ReactNode }) => (
  <div>
    <div className={c.label}>
      {label}
      {said && (
        <span className={c.said} aria-hidden>
          {said}
        </span>
      )}
    </div>
    {children}
  </div>
)

const ALIGNS = [
  ['left', 'Left', IconAlignLeft],
  ['center', 'Centre', IconAlignCenter],
  ['right', 'Right', IconAlignRight],
] as const

/** Left, centre or right. */
export const AlignField = ({ label = 'Align', value, onChange }: Omit<Field<string>, 'label'> & { label?: string }) => (
  <Labelled label={label}>
    <SegmentedControl
      fullWidth
      aria-label={label}
      value={value}
      onChange={onChange}
      data={ALIGNS.map(([key, name, Icon]) => ({
        value: key,
        label: (
          <>
            <Icon size={16} className={c.alignIcon} aria-hidden />
            <span className="visually-hidden">{name}</span>
          </>
        ),
      }))}
    />
  </Labelled>
)

/** A number on a scale. */
export const SlideField = ({ label, value, onChange, max = 60 }: Field<number> & { max?: number }) => (
  <Labelled label={label} said={`${value} px`}>
    <Slider value={value} onChange={onChange} max={max} size={4} thumbLabel={label} label={(shown) => `${shown} px`} />
  </Labelled>
)

export { type Font, FontField } from './FontField.tsx'
