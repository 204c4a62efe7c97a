import type { TriggerRun } from '../../server/engine/triggerMatch.ts'
import type { EventValues } from './event.step.ts'

/** Looks for the event by name; property conditions and the key are read from the event itself. */
export const eventTrigger: TriggerRun<EventValues> = {
  match: ({ eventName, conditions, key }) => ({
    kind: 'event',
    about: { event: eventName },
    ...(conditions?.conditions.length && { conditions }),
    ...(key && { key }),
  }),
}
