import { emailActivityStep } from '../email-activity/emailActivity.step.ts'
import { emailTriggerStep, oldEmailTriggerStep } from '../email-trigger/emailTrigger.step.ts'
import { fieldChangedStep } from '../field-changed/fieldChanged.step.ts'
import { pageVisitedStep } from '../page-visited/pageVisited.step.ts'

/** Steps that decide by what people did and are, or change what they are. */
export const DECIDING_TYPES = [
  fieldChangedStep,
  emailTriggerStep,
  oldEmailTriggerStep,
  emailActivityStep,
  pageVisitedStep,
] as const
