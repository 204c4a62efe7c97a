import { askingRun } from '../../server/engine/stepRun.ts'
import { conditionStep } from './condition.step.ts'

/** Asks the conditions for everybody at once. */
export const runCondition = askingRun(conditionStep)
