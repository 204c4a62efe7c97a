import { abTestStep } from '../ab-test/abTest.step.ts'
import { archivePersonStep } from '../archive-person/archivePerson.step.ts'
import { changeNumericFieldStep } from '../change-numeric-field/changeNumericField.step.ts'
import { emailActivityStep } from '../email-activity/emailActivity.step.ts'
import { emailNotificationStep } from '../email-notification/emailNotification.step.ts'
import { emailTriggerStep, oldEmailTriggerStep } from '../email-trigger/emailTrigger.step.ts'
import { fieldChangedStep } from '../field-changed/fieldChanged.step.ts'
import {
  externalFormSubmittedStep,
  formSubmittedStep,
  trackedFormSubmittedStep,
} from '../form-submitted/formSubmitted.step.ts'
import { leadScoreStep } from '../lead-score/leadScore.step.ts'
import { objectCreatedStep } from '../object-created/objectCreated.step.ts'
import { pageVisitedStep } from '../page-visited/pageVisited.step.ts'
import { waitForStep } from '../wait-for/waitFor.step.ts'

/** Steps that decide by what people did and are, or change what they are. */
export const DECIDING_TYPES = [
  fieldChangedStep,
  objectCreatedStep,
  emailTriggerStep,
  oldEmailTriggerStep,
  formSubmittedStep,
  trackedFormSubmittedStep,
  externalFormSubmittedStep,
  emailActivityStep,
  pageVisitedStep,
  emailNotificationStep,
  waitForStep,
  changeNumericFieldStep,
  leadScoreStep,
  archivePersonStep,
  abTestStep,
] as const
