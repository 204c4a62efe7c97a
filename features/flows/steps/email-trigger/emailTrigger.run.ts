import type { EventGroup } from '@millrace/segments/contract'
import { addressConditions } from '../../contract/addresses.ts'
import { emailEventOf } from '../../contract/emailActivity.ts'
import type { TriggerRun } from '../../server/engine/triggerMatch.ts'
import type { EmailTriggerValues } from './emailTrigger.step.ts'

const narrowed = ({ emailId, activity, link }: EmailTriggerValues): EventGroup['conditions'] => [
  ...(emailId ? [{ type: 'field' as const, field: 'emailId', condition: 'is' as const, value: emailId }] : []),
  ...(link && activity === 'clicked' ? [addressConditions('url', link, 'is')] : []),
]

/** Looks for the event of the activity; what machines open and click does not count. */
export const emailTrigger: TriggerRun<EmailTriggerValues> = {
  match: (values) => {
    const conditions = narrowed(values)
    return {
      kind: 'event',
      about: { event: emailEventOf(values.activity) },
      ...(conditions.length && { conditions: { type: 'group', operator: 'and', conditions } }),
    }
  },
}
