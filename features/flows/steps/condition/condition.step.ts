import { z } from 'zod'
import { conditionWords } from '../../contract/conditionWords.ts'
import { stepType } from '../../contract/stepType.ts'
import { Conditions } from '../../contract/values.ts'

const Values = z.object({
  conditions: Conditions.refine(({ conditions }) => conditions.length > 0, 'Add at least one condition.'),
})
/** Settings of the condition filter. */
export type ConditionValues = z.output<typeof Values>

/** Splits people by conditions. */
export const conditionStep = stepType<ConditionValues>({
  operationKey: '/condition',
  type: 'filter',
  kind: 'filter',
  group: 'Filters',
  label: 'Condition',
  description: 'Goes on by yes or no, by fields, segments and more.',
  icon: 'filter',
  subjects: 'any',
  values: Values,
  holds: { conditions: 'conditions' },
  asks: ({ conditions }) => conditions,
  summary: ({ conditions }, names) => ({
    title: 'Condition',
    text: conditionWords(conditions, names) || 'Add a condition',
  }),
})
