import { SegmentedControl } from '@mantine/core'
import { textOf } from '../../design/read.ts'
import { Labelled } from '../fields.tsx'
import type { FormProps } from '../form.ts'
import { TypeFields } from '../TypeFields.tsx'

const HeadingForm = (props: FormProps) => (
  <>
    <Labelled label="Level">
      <SegmentedControl
        fullWidth
        aria-label="Level"
        data={['h1', 'h2', 'h3', 'h4'].map((level) => ({ value: level, label: level.toUpperCase() }))}
        value={textOf(props.block.values, 'headingType') || 'h1'}
        onChange={(headingType) => props.set({ headingType }, 'headingType')}
      />
    </Labelled>
    <TypeFields {...props} />
  </>
)

export default HeadingForm
