import { textOf } from '../../design/read.ts'
import { MergeInput } from '../../parts/MergeInput.tsx'
import type { FormProps } from '../form.ts'

const HtmlForm = ({ block: { values }, set }: FormProps) => (
  <MergeInput
    label="HTML"
    isMultiline
    isCode
    value={textOf(values, 'html')}
    onChange={(html) => set({ html }, 'html')}
  />
)

export default HtmlForm
