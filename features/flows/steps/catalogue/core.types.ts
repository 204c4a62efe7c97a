import { addTagStep } from '../add-tag/addTag.step.ts'
import { changeFieldStep } from '../change-field/changeField.step.ts'
import { conditionStep } from '../condition/condition.step.ts'
import { delayStep, oldDelayStep } from '../delay/delay.step.ts'
import { endFlowStep } from '../end-flow/endFlow.step.ts'
import { eventStep } from '../event/event.step.ts'
import { goalStep } from '../goal/goal.step.ts'
import { hasTagStep } from '../has-tag/hasTag.step.ts'
import { removeTagStep } from '../remove-tag/removeTag.step.ts'
import { segmentStep } from '../segment/segment.step.ts'
import { segmentTriggerStep } from '../segment-trigger/segmentTrigger.step.ts'
import { sendStep } from '../send/send.step.ts'
import { tagStep } from '../tag/tag.step.ts'

/** The steps that every flow is made of. */
export const CORE_TYPES = [
  eventStep,
  tagStep,
  segmentTriggerStep,
  conditionStep,
  segmentStep,
  hasTagStep,
  sendStep,
  delayStep,
  oldDelayStep,
  addTagStep,
  removeTagStep,
  changeFieldStep,
  goalStep,
  endFlowStep,
] as const
