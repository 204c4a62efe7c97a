import { runAddTag } from '../add-tag/addTag.run.ts'
import { runChangeField } from '../change-field/changeField.run.ts'
import { runCondition } from '../condition/condition.run.ts'
import { runDelay, runOldDelay } from '../delay/delay.run.ts'
import { runEndFlow } from '../end-flow/endFlow.run.ts'
import { eventTrigger } from '../event/event.run.ts'
import { runGoal } from '../goal/goal.run.ts'
import { runHasTag } from '../has-tag/hasTag.run.ts'
import { runRemoveTag } from '../remove-tag/removeTag.run.ts'
import { runSegment } from '../segment/segment.run.ts'
import { segmentTrigger } from '../segment-trigger/segmentTrigger.run.ts'
import { runSend } from '../send/send.run.ts'
import { tagTrigger } from '../tag/tag.run.ts'

/** How the steps that every flow is made of treat people, by operation key. */
export const CORE_RUNS = {
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
}

/** What the triggers among them look for, by operation key. */
export const CORE_TRIGGERS = { '/event': eventTrigger, '/tag': tagTrigger, '/segment-trigger': segmentTrigger }
