import { addTagStep } from '../steps/add-tag/addTag.step.ts'
import { changeFieldStep } from '../steps/change-field/changeField.step.ts'
import { conditionStep } from '../steps/condition/condition.step.ts'
import { delayStep, oldDelayStep } from '../steps/delay/delay.step.ts'
import { endFlowStep } from '../steps/end-flow/endFlow.step.ts'
import { eventStep } from '../steps/event/event.step.ts'
import { goalStep } from '../steps/goal/goal.step.ts'
import { hasTagStep } from '../steps/has-tag/hasTag.step.ts'
import { removeTagStep } from '../steps/remove-tag/removeTag.step.ts'
import { segmentStep } from '../steps/segment/segment.step.ts'
import { segmentTriggerStep } from '../steps/segment-trigger/segmentTrigger.step.ts'
import { sendStep } from '../steps/send/send.step.ts'
import { tagStep } from '../steps/tag/tag.step.ts'
import type { Names, StepType, Summary } from './stepType.ts'

/** Every step type, in the order of the new-step popup. */
export const STEP_TYPES: readonly StepType[] = [
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
] as unknown as readonly StepType[]

const byKey = new Map(STEP_TYPES.map((type) => [`${type.serviceId} ${type.operationKey}`, type]))

type Keyed = { serviceId: string; operationKey: string }

/** The catalogue entry of a step, or undefined where its service and operation pair is unknown. */
export const stepTypeOf = ({ serviceId, operationKey }: Keyed): StepType | undefined =>
  byKey.get(`${serviceId} ${operationKey}`)

type Filled = Keyed & { inputFields: { values: Record<string, unknown> } }

/** A step in words. A title that someone gave stands before the type's own. */
export const summaryOf = (step: Filled & { data?: { title?: string | null } }, names: Names = {}): Summary => {
  const summary = stepTypeOf(step)?.summary(step.inputFields.values, names) ?? { title: 'Unknown step', text: '' }
  return step.data?.title ? { ...summary, title: step.data.title } : summary
}

/** Ways out of a step as its settings stand: names for `link.data.condition`, or none for one plain way. */
export const exitsOf = (step: Filled): readonly string[] => stepTypeOf(step)?.exits(step.inputFields.values) ?? []

/** What is missing or wrong in a step's settings, in words; empty where it is configured. */
export const settingsProblemsOf = (step: Filled): { field: string; message: string }[] => {
  const type = stepTypeOf(step)
  if (!type) return [{ field: '', message: 'Unknown step' }]
  const read = type.values.safeParse(step.inputFields.values)
  if (read.success) return []
  return read.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }))
}
