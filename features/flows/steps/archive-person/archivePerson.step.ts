import { z } from 'zod'
import { stepType } from '../../contract/stepType.ts'

const Values = z.object({})
/** The step has no settings. */
export type ArchivePersonValues = z.output<typeof Values>

/** Archives people, by which they leave every flow. */
export const archivePersonStep = stepType<ArchivePersonValues>({
  operationKey: '/archive-person',
  type: 'action',
  kind: 'action',
  group: 'People',
  label: 'Archive person',
  description: 'Archives the person, who gets no more mail and leaves every flow.',
  icon: 'archive',
  values: Values,
  hasWayOut: false,
  summary: () => ({ title: 'Archive person', text: 'The person leaves every flow' }),
})
