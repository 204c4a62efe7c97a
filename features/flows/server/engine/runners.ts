import { runAddTag } from '../../steps/add-tag/addTag.run.ts'
import { runChangeField } from '../../steps/change-field/changeField.run.ts'
import { runCondition } from '../../steps/condition/condition.run.ts'
import { runDelay, runOldDelay } from '../../steps/delay/delay.run.ts'
import { runEndFlow } from '../../steps/end-flow/endFlow.run.ts'
import { eventTrigger } from '../../steps/event/event.run.ts'
import { runGoal } from '../../steps/goal/goal.run.ts'
import { runHasTag } from '../../steps/has-tag/hasTag.run.ts'
import { runRemoveTag } from '../../steps/remove-tag/removeTag.run.ts'
import { runSegment } from '../../steps/segment/segment.run.ts'
import { segmentTrigger } from '../../steps/segment-trigger/segmentTrigger.run.ts'
import { runSend } from '../../steps/send/send.run.ts'
import { tagTrigger } from '../../steps/tag/tag.run.ts'
import { allGo, type StepRun } from './stepRun.ts'
import type { TriggerRun } from './triggerMatch.ts'

/** How filters and actions treat people, by operation key. */
export const STEP_RUNS: Readonly<Record<string, StepRun<never>>> = {
  '/condition': runCondition,
  '/segment': runSegment,
  '/has-tag': runHasTag,
  '/send': runSend,
  '/delay-v2': runDelay,
  '/delay': runOldDelay,
  '/add-tag': runAddTag,
  '/remove-tag': runRemoveTag,
  '/change-field': runChangeField,
  '/goal': runGoal,
  '/end-flow': runEndFlow,
} satisfies Record<string, StepRun<never>>

/** What triggers look for, by operation key. */
export const TRIGGER_RUNS: Readonly<Record<string, TriggerRun<never>>> = {
  '/event': eventTrigger,
  '/tag': tagTrigger,
  '/segment-trigger': segmentTrigger,
} satisfies Record<string, TriggerRun<never>>

/** People pass a trigger as soon as they have entered. */
export const runTrigger: StepRun<unknown> = { usesDatabase: false, run: (_context, _values, tokens) => allGo(tokens) }
