import { Text } from '@mantine/core'
import type { FormProps } from '../form.ts'
import { TypeFields } from '../TypeFields.tsx'

const TextForm = (props: FormProps) => (
  <>
    <Text size="xs" c="dimmed">
      Write in the mail itself. Select words there for bold, lists, links and merge tags.
    </Text>
    <TypeFields {...props} />
  </>
)

export default TextForm
