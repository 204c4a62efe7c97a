import { askingRun } from '../../server/engine/stepRun.ts'
import { emailActivityStep } from './emailActivity.step.ts'

/** Asks for everybody at once what they did with the email. */
export const runEmailActivity = askingRun(emailActivityStep)
