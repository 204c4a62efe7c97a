import { runEmailActivity } from '../email-activity/emailActivity.run.ts'
import { emailTrigger } from '../email-trigger/emailTrigger.run.ts'
import { fieldChangedTrigger } from '../field-changed/fieldChanged.run.ts'
import { runPageVisited } from '../page-visited/pageVisited.run.ts'

/** How the steps that decide or change something treat people, by operation key. */
export const DECIDING_RUNS = {
  '/email-activity': runEmailActivity,
  '/page-visited': runPageVisited,
}

/** What the triggers among them look for, by operation key. */
export const DECIDING_TRIGGERS = {
  '/field-changed': fieldChangedTrigger,
  '/email-trigger-v2': emailTrigger,
  '/email-trigger': emailTrigger,
}
