import { lazyScreen } from '@millrace/kit/web'

/** What a person did, newest first; a part of a person's page. */
export const PersonTimeline = lazyScreen<{ personId: number }>(() => import('./timeline/PersonTimeline.tsx'))
export { plugTimelineSources, type TimelineEntry, type TimelineSource } from './ports.ts'
export { wordsOf as wordsOfEvent } from './timeline/readable.ts'
