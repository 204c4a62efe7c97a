import { z } from 'zod'
import { conditionWords } from '../../contract/conditionWords.ts'
import { stepType, words } from '../../contract/stepType.ts'
import { Conditions, Duration } from '../../contract/values.ts'

const Values = z.object({
  conditions: Conditions.refine(({ conditions }) => conditions.length > 0, 'Say what to wait for.'),
  timeout: Duration,
})
/** Settings of "Wait for": what is waited for, and how long at the most. */
export type WaitForValues = z.output<typeof Values>

/** Ways out of "Wait for". */
export const HAPPENED = 'happened'
export const TIMED_OUT = 'timed out'

/** Holds people until they meet conditions, or until it has taken too long. Only what they do from now on counts. */
export const waitForStep = stepType<WaitForValues>({
  operationKey: '/wait-for',
  type: 'filter',
  kind: 'wait',
  group: 'Timing',
  label: 'Wait for',
  description: 'Waits until somebody does something, or until it takes too long.',
  icon: 'hourglass',
  subjects: 'any',
  values: Values,
  holds: { conditions: 'conditions' },
  startWith: { timeout: { value: 3, unit: 'days' } },
  exits: () => [HAPPENED, TIMED_OUT],
  waits: true,
  skipsTo: TIMED_OUT,
  watches: ({ conditions }) => ({ conditions, isGoal: false, isPulling: false, isSinceArrival: true }),
  summary: ({ conditions, timeout }, names) => {
    const what = conditionWords(conditions, names)
    if (!what) return { title: 'Wait for', text: 'Say what to wait for' }
    return { title: 'Wait for', text: `${what}, at most ${words(timeout?.value, timeout?.unit)}` }
  },
})
