import { NumberInput, Select } from '@mantine/core'
import { numberOf, textOf } from '../design/read.ts'
import { FontAndSize } from './FontAndSize.tsx'
import { AlignField, ColorField } from './fields.tsx'
import type { FormProps } from './form.ts'
import c from './inspector.module.css'

const WEIGHTS = [
  { value: '400', label: 'Regular' },
  { value: '500', label: 'Medium' },
  { value: '600', label: 'Semibold' },
  { value: '700', label: 'Bold' },
]

/** Font, size, weight, colour, line height and place of a block of words. */
export const TypeFields = ({ block, block: { values }, set }: FormProps) => (
  <>
    <FontAndSize block={block} set={set} largest={96}>
      <Select
        label="Weight"
        data={WEIGHTS}
        value={textOf(values, 'fontWeight') || '400'}
        allowDeselect={false}
        onChange={(weight) => set({ fontWeight: Number(weight) }, 'fontWeight')}
      />
    </FontAndSize>
    <div className={c.two}>
      <ColorField label="Colour" value={textOf(values, 'color')} onChange={(color) => set({ color }, 'color')} />
      <NumberInput
        label="Line height"
        value={numberOf(values, 'lineHeight', 140)}
        min={80}
        max={300}
        step={5}
        suffix=" %"
        hideControls={false}
        onChange={(height) => set({ lineHeight: `${height}%` }, 'lineHeight')}
      />
    </div>
    <AlignField
      value={textOf(values, 'textAlign') || 'left'}
      onChange={(textAlign) => set({ textAlign }, 'textAlign')}
    />
  </>
)
