import { Text } from '@mantine/core'
import type { FormProps } from '../form.ts'
import { SnippetChoice } from '../SnippetChoice.tsx'

const SnippetForm = ({ block: { values }, set }: FormProps) => (
  <>
    <SnippetChoice
      value={typeof values.snippetId === 'number' ? values.snippetId : undefined}
      onChange={(snippetId) => set({ snippetId }, 'snippet')}
    />
    <Text size="xs" c="dimmed">
      Every mail with this snippet changes when the snippet does.
    </Text>
  </>
)

export default SnippetForm
