import type { LazyScreen } from '@millrace/kit/web'
import type { PersonEvent } from '../contract/index.ts'

/** What an event is about, in the words of higher features: the email, the flow. */
export type EventSubject = LazyScreen<{ event: PersonEvent }>

let subject: EventSubject | undefined

/** Gives events the names of the emails and flows that they are about; the app does this once. */
export const plugEventSubject = (part: EventSubject): void => {
  subject = part
}

/** Draws what an event is about, where somebody can. */
export const eventSubject = (): EventSubject | undefined => subject
