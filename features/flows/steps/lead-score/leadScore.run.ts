import { changeForAll } from '../../server/engine/changingNumbers.ts'
import type { StepRun } from '../../server/engine/stepRun.ts'
import type { LeadScoreValues } from './leadScore.step.ts'

/** Adds the points for everybody at once. */
export const runLeadScore: StepRun<LeadScoreValues> = {
  usesDatabase: true,
  run: (context, { points }, tokens) =>
    changeForAll(context, tokens, () => ({ field: 'leadScore', by: 'add', value: points })),
}
