import { z } from 'zod'
import { conditionWords } from '../../contract/conditionWords.ts'
import { stepType } from '../../contract/stepType.ts'
import { Conditions } from '../../contract/values.ts'

const Values = z.object({
  eventName: z.string('Choose an event.').trim().min(1, 'Choose an event.').max(255),
  conditions: Conditions.optional(),
  key: z.string().trim().max(255).optional(),
})
/** Settings of the event trigger. `conditions` look at the event's properties; `key` names the property that makes one run per value. */
export type EventValues = z.output<typeof Values>

/** People enter when they do something. */
export const eventStep = stepType<EventValues>({
  operationKey: '/event',
  type: 'trigger',
  kind: 'trigger',
  group: 'Triggers',
  label: 'Event',
  description: 'Starts when someone does something.',
  icon: 'bolt',
  values: Values,
  holds: { conditions: 'event-conditions' },
  summary: ({ eventName, conditions, key }, names) => {
    if (!eventName) return { title: 'Event', text: 'Choose an event' }
    const where = conditionWords(conditions, names)
    return {
      title: 'Event',
      text: [`Event ${eventName}`, where, key && `once per ${key}`].filter(Boolean).join(', '),
    }
  },
})
