import { runAbTest } from '../ab-test/abTest.run.ts'
import { runArchivePerson } from '../archive-person/archivePerson.run.ts'
import { runChangeNumericField } from '../change-numeric-field/changeNumericField.run.ts'
import { runEmailActivity } from '../email-activity/emailActivity.run.ts'
import { runEmailNotification } from '../email-notification/emailNotification.run.ts'
import { emailTrigger } from '../email-trigger/emailTrigger.run.ts'
import { fieldChangedTrigger } from '../field-changed/fieldChanged.run.ts'
import {
  externalFormSubmittedTrigger,
  formSubmittedTrigger,
  trackedFormSubmittedTrigger,
} from '../form-submitted/formSubmitted.run.ts'
import { runLeadScore } from '../lead-score/leadScore.run.ts'
import { objectCreatedTrigger } from '../object-created/objectCreated.run.ts'
import { runPageVisited } from '../page-visited/pageVisited.run.ts'
import { runWaitFor } from '../wait-for/waitFor.run.ts'

/** How the steps that decide or change something treat people, by operation key. */
export const DECIDING_RUNS = {
  '/email-activity': runEmailActivity,
  '/page-visited': runPageVisited,
  '/wait-for': runWaitFor,
  '/change-numeric-field': runChangeNumericField,
  '/lead-score': runLeadScore,
  '/archive-person': runArchivePerson,
  '/ab-test': runAbTest,
  '/email-notification': runEmailNotification,
}

/** What the triggers among them look for, by operation key. */
export const DECIDING_TRIGGERS = {
  '/field-changed': fieldChangedTrigger,
  '/object-created': objectCreatedTrigger,
  '/email-trigger-v2': emailTrigger,
  '/email-trigger': emailTrigger,
  '/form-submitted': formSubmittedTrigger,
  '/tracked-form-submitted': trackedFormSubmittedTrigger,
  '/external-form-submitted': externalFormSubmittedTrigger,
}
