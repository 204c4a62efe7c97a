import { z } from 'zod'
import { conditionWords } from '../../contract/conditionWords.ts'
import { stepType } from '../../contract/stepType.ts'
import { Conditions } from '../../contract/values.ts'

const Values = z.object({
  name: z.string('Name the goal.').trim().min(1, 'Name the goal.').max(255),
  conditions: Conditions.optional(),
  moveHere: z.boolean().optional(),
})
/** Settings of a goal. With `moveHere`, people anywhere in the flow jump here when they meet the conditions. */
export type GoalValues = z.output<typeof Values>

/** Marks that a person got where the flow wants them. */
export const goalStep = stepType<GoalValues>({
  operationKey: '/goal',
  type: 'action',
  kind: 'goal',
  group: 'Flow',
  label: 'Goal',
  description: 'Counts who got where you want them; can pull people here.',
  icon: 'flag',
  subjects: 'any',
  values: Values,
  holds: { conditions: 'conditions' },
  watches: ({ conditions, moveHere }) =>
    conditions?.conditions.length ? { conditions, isGoal: true, isPulling: moveHere === true } : undefined,
  problems: ({ conditions, moveHere }) =>
    moveHere && !conditions?.conditions.length
      ? [
          {
            code: 'goal-without-conditions',
            message: 'Say when people move here: add conditions to the goal.',
            field: 'conditions',
          },
        ]
      : [],
  summary: ({ name, conditions, moveHere }, names) => ({
    title: name || 'Goal',
    text: name
      ? [conditionWords(conditions, names) || 'Reached on arriving here', moveHere && 'people move here at once']
          .filter(Boolean)
          .join(', ')
      : 'Name the goal',
  }),
})
