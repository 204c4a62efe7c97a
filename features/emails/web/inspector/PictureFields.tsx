import { hrefOf, textOf, withHref } from '../design/read.ts'
import { MergeInput } from '../parts/MergeInput.tsx'
import type { FormProps } from './form.ts'

/** What a picture says where it is not seen, and where a press on it leads. */
export const PictureFields = ({ block: { values }, set }: FormProps) => (
  <>
    <MergeInput
      label="Description"
      value={textOf(values, 'altText')}
      placeholder="Read out, and shown where images are off"
      onChange={(altText) => set({ altText }, 'altText')}
    />
    <MergeInput
      label="Link"
      value={hrefOf(values.action)}
      placeholder="https://"
      onChange={(href) => set({ action: withHref(values.action, href) }, 'action')}
    />
  </>
)
