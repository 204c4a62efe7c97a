import { annualTrigger } from '../annual/annual.run.ts'
import { dateFieldTrigger } from '../date-field/dateField.run.ts'
import { recurringTimeTrigger } from '../recurring-time/recurringTime.run.ts'
import { timeTrigger } from '../time/time.run.ts'

/** When the triggers that start by the clock let whom in, by operation key. */
export const TIME_TRIGGERS = {
  '/time': timeTrigger,
  '/recurring-time': recurringTimeTrigger,
  '/date-field': dateFieldTrigger,
  '/annual': annualTrigger,
}
