import { PersonTimeline, plugEventSubject } from '@millrace/events/web'
import { lazyScreen } from '@millrace/kit/web'
import { PersonObjects } from '@millrace/objects/web'
import { plugPersonParts } from '@millrace/people/web'

/** Gives a person's page what higher features know: what they did, their mail. */
export const plugPerson = () => {
  plugEventSubject(lazyScreen(() => import('./EventSubject.tsx')))
  plugPersonParts([
    { id: 'timeline', title: 'Timeline', place: 'main', part: PersonTimeline },
    { id: 'mail', title: 'Mail', place: 'main', part: lazyScreen(() => import('./PersonMails.tsx')) },
    { id: 'objects', title: 'Associated objects', place: 'side', part: PersonObjects },
  ])
}
