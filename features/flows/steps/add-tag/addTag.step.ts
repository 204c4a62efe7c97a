import { z } from 'zod'
import { stepType } from '../../contract/stepType.ts'
import { TagName } from '../../contract/values.ts'

const Values = z.object({ tag: TagName })
/** Settings of the step. */
export type AddTagValues = z.output<typeof Values>

/** The person gets a tag. */
export const addTagStep = stepType<AddTagValues>({
  operationKey: '/add-tag',
  type: 'action',
  kind: 'action',
  group: 'People',
  label: 'Add tag',
  description: 'The person gets a tag.',
  icon: 'tag-plus',
  values: Values,
  holds: { tag: 'new-tag' },
  summary: ({ tag }) => ({ title: 'Add tag', text: tag ? `Add tag ${tag}` : 'Choose a tag' }),
})
