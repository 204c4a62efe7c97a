import { annualStep } from '../annual/annual.step.ts'
import { dateFieldStep } from '../date-field/dateField.step.ts'
import { recurringTimeStep } from '../recurring-time/recurringTime.step.ts'
import { timeStep } from '../time/time.step.ts'

/** The steps that start by the clock. */
export const TIME_TYPES = [timeStep, recurringTimeStep, dateFieldStep, annualStep] as const
