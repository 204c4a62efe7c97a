import { z } from 'zod'
import { stepType } from '../../contract/stepType.ts'
import { only, TagName } from '../../contract/values.ts'

const Values = z.object({ tag: TagName })
/** Settings of the tag filter. */
export type HasTagValues = z.output<typeof Values>

/** Splits people by whether they carry a tag. */
export const hasTagStep = stepType<HasTagValues>({
  operationKey: '/has-tag',
  type: 'filter',
  kind: 'filter',
  group: 'Filters',
  label: 'Tag',
  description: 'Goes on by yes or no: does the person have a tag?',
  icon: 'tag',
  values: Values,
  holds: { tag: 'tag' },
  asks: ({ tag }) => only({ type: 'tag', value: tag, condition: 'has' }),
  summary: ({ tag }) => ({ title: 'Has tag?', text: tag ? `Has tag ${tag}` : 'Choose a tag' }),
})
