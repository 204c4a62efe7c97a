import { PersonMails } from '@millrace/delivery/web'
import { PersonTimeline, plugTimelineSources } from '@millrace/events/web'
import { PersonFlows, PersonMessages } from '@millrace/flows/web'
import { PersonObjects } from '@millrace/objects/web'
import { plugPersonParts } from '@millrace/people/web'
import { PersonPreferences } from '@millrace/preferences/web'
import { PersonSegments } from '@millrace/segments/web'

/** Gives a person's page what higher features know: what they did, where they are, their mail. */
export const plugPerson = () => {
  plugTimelineSources(() => import('./timelineSources.ts'))
  plugPersonParts([
    { id: 'timeline', title: 'Timeline', place: 'main', part: PersonTimeline },
    { id: 'segments', title: 'Segments', place: 'main', part: PersonSegments },
    { id: 'flows', title: 'Flows', place: 'main', part: PersonFlows, scope: 'flows:read' },
    { id: 'mail', title: 'Mail', place: 'main', part: PersonMails },
    { id: 'messages', title: 'In-app messages', place: 'main', part: PersonMessages, scope: 'flows:read' },
    { id: 'objects', title: 'Associated objects', place: 'side', part: PersonObjects },
    { id: 'preferences', title: 'Preferences', place: 'side', part: PersonPreferences },
  ])
}
