import { z } from 'zod'
import { stepType } from '../../contract/stepType.ts'
import { TagName } from '../../contract/values.ts'

const Values = z.object({ tag: TagName, change: z.enum(['added', 'removed']) })
/** Settings of the tag trigger. */
export type TagValues = z.output<typeof Values>

/** People enter when a tag is added to or removed from them. */
export const tagStep = stepType<TagValues>({
  operationKey: '/tag',
  type: 'trigger',
  kind: 'trigger',
  group: 'Triggers',
  label: 'Tag added or removed',
  description: 'Starts when a person gets or loses a tag.',
  icon: 'tag',
  values: Values,
  holds: { tag: 'tag' },
  startWith: { change: 'added' },
  summary: ({ tag, change }) => ({
    title: change === 'removed' ? 'Tag removed' : 'Tag added',
    text: tag ? `Tag ${change ?? 'added'}: ${tag}` : 'Choose a tag',
  }),
})
