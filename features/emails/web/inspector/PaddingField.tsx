import { NumberInput } from '@mantine/core'
import { paddingOf, sidesOf } from '../design/read.ts'
import { Labelled } from './fields.tsx'
import c from './inspector.module.css'

const SIDES = ['Top', 'Right', 'Bottom', 'Left'] as const

/** The space around a part: four sides. */
export const PaddingField = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) => {
  const sides = sidesOf(value)
  return (
    <Labelled label={label}>
      <div className={c.sides}>
        {SIDES.map((side, index) => (
          <div key={side} className={c.side}>
            <NumberInput
              aria-label={`${label}, ${side.toLowerCase()}`}
              value={sides[index] ?? 0}
              min={0}
              max={200}
              allowDecimal={false}
              onChange={(next) => onChange(paddingOf(sides.with(index, Number(next) || 0) as typeof sides))}
            />
            <span aria-hidden>{side}</span>
          </div>
        ))}
      </div>
    </Labelled>
  )
}
