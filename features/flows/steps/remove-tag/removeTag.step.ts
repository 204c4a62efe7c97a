import { z } from 'zod'
import { stepType } from '../../contract/stepType.ts'
import { TagName } from '../../contract/values.ts'

const Values = z.object({ tag: TagName })
/** Settings of the step. */
export type RemoveTagValues = z.output<typeof Values>

/** The person loses a tag. */
export const removeTagStep = stepType<RemoveTagValues>({
  operationKey: '/remove-tag',
  type: 'action',
  kind: 'action',
  group: 'People',
  label: 'Remove tag',
  description: 'The person loses a tag.',
  icon: 'tag-minus',
  values: Values,
  holds: { tag: 'old-tag' },
  summary: ({ tag }) => ({ title: 'Remove tag', text: tag ? `Remove tag ${tag}` : 'Choose a tag' }),
})
