import { Select, Slider } from '@mantine/core'
import type { DesignValues } from '../../../contract/design.ts'
import { groupOf, numberOf, textOf } from '../../design/read.ts'
import { AlignField, ColorField, Labelled, PixelField } from '../fields.tsx'
import type { FormProps } from '../form.ts'
import c from '../inspector.module.css'

const DividerForm = ({ block: { values }, set }: FormProps) => {
  const border = groupOf(values, 'border')
  const draw = (part: DesignValues, key: string) => set({ border: { ...border, ...part } }, key)
  return (
    <>
      <div className={c.two}>
        <ColorField
          label="Colour"
          value={textOf(border, 'borderTopColor')}
          onChange={(borderTopColor) => draw({ borderTopColor }, 'color')}
        />
        <PixelField
          label="Thickness"
          value={numberOf(border, 'borderTopWidth', 1)}
          max={20}
          onChange={(next) => draw({ borderTopWidth: `${next}px` }, 'thickness')}
        />
      </div>
      <Select
        label="Line"
        data={[
          { value: 'solid', label: 'Solid' },
          { value: 'dashed', label: 'Dashed' },
          { value: 'dotted', label: 'Dotted' },
        ]}
        value={textOf(border, 'borderTopStyle') || 'solid'}
        allowDeselect={false}
        onChange={(borderTopStyle) => draw({ borderTopStyle }, 'style')}
      />
      <Labelled label="Width" said={`${numberOf(values, 'width', 100)} %`}>
        <Slider
          value={numberOf(values, 'width', 100)}
          min={5}
          size={4}
          thumbLabel="Width"
          label={(shown) => `${shown} %`}
          onChange={(next) => set({ width: `${next}%` }, 'width')}
        />
      </Labelled>
      <AlignField
        value={textOf(values, 'textAlign') || 'center'}
        onChange={(textAlign) => set({ textAlign }, 'textAlign')}
      />
    </>
  )
}

export default DividerForm
