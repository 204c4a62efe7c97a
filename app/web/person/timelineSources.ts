import type { TimelineEntry, TimelineSource } from '@millrace/events/web'
import { flowsContract } from '@millrace/flows/contract'
import { askFor } from '@millrace/kit/web'
import { peopleContract } from '@millrace/people/contract'
import { segmentsContract } from '@millrace/segments/contract'

/** Coming into segments and leaving them. */
const segmentEntries = async (personId: number): Promise<TimelineEntry[]> => {
  const { segments } = await askFor(segmentsContract.listPersonSegments, { params: { id: personId } })
  return segments
    .filter(({ autoSegment }) => !autoSegment)
    .flatMap(({ id, name, enteredAt, leftAt }) => {
      const to = `/segments/${id}`
      return [
        ...(enteredAt ? [{ key: `${id} in`, at: enteredAt, words: `Entered the segment ${name}`, to }] : []),
        ...(leftAt ? [{ key: `${id} out`, at: leftAt, words: `Left the segment ${name}`, to }] : []),
      ]
    })
}

const ENDS: Record<string, string> = { removed: 'Was taken out of the flow', merged: 'Their run ended in the flow' }

/** Entering flows, and coming to their end. */
const flowEntries = async (personId: number): Promise<TimelineEntry[]> => {
  const { runs } = await askFor(flowsContract.listPersonFlows, { params: { id: personId } })
  return runs.flatMap(({ id, flowId, flowName, enteredAt, endedAt, places }) => {
    const to = `/flows/${flowId}`
    const [place] = places
    const end = ENDS[place?.exit ?? ''] ?? 'Came to the end of the flow'
    return [
      { key: `${id} in`, at: enteredAt, words: `Entered the flow ${flowName}`, to },
      ...(endedAt ? [{ key: `${id} out`, at: endedAt, words: `${end} ${flowName}`, to }] : []),
    ]
  })
}

/** In-app messages, and what became of them. */
const messageEntries = async (personId: number): Promise<TimelineEntry[]> => {
  const { messages } = await askFor(flowsContract.listPersonMessages, { params: { id: personId } })
  return messages.flatMap(({ id, title, createdAt, seenAt, clickedAt, closedAt, flow, stepId }) => {
    const told = [
      ['made', createdAt, 'Was left the in-app message'],
      ['seen', seenAt, 'Saw the in-app message'],
      ['clicked', clickedAt, 'Clicked the in-app message'],
      ['closed', closedAt, 'Closed the in-app message'],
    ] as const
    const place = flow && { to: `/flows/${flow.id}?step=${stepId}` }
    return told.flatMap(([what, at, words]) =>
      at ? [{ key: `message ${id} ${what}`, at, words: `${words} “${title}”`, ...place }] : [],
    )
  })
}

/** What the person's own record tells. */
const personEntries = async (personId: number): Promise<TimelineEntry[]> => {
  const { users } = await askFor(peopleContract.getPerson, { params: { id: personId } })
  const [person] = users
  if (!person) return []
  const { createdAt, archivedAt, unsubscribedAt, unsubscribeReason } = person
  return [
    { key: 'created', at: createdAt, words: 'Was added' },
    ...(archivedAt ? [{ key: 'archived', at: archivedAt, words: 'Was archived' }] : []),
    ...(unsubscribedAt
      ? [
          {
            key: 'unsubscribed',
            at: unsubscribedAt,
            words: 'Unsubscribed from marketing mail',
            ...(unsubscribeReason && { note: unsubscribeReason }),
          },
        ]
      : []),
  ]
}

/** What stands beside events in the story of a person. */
export const sources: readonly TimelineSource[] = [
  { id: 'segments', title: 'Segments', mark: 'segment', load: segmentEntries },
  { id: 'flows', title: 'Flows', mark: 'flow', scope: 'flows:read', load: flowEntries },
  { id: 'messages', title: 'In-app messages', mark: 'flow', scope: 'flows:read', load: messageEntries },
  { id: 'person', title: 'Person', mark: 'person', load: personEntries },
]

export { default as EventSubject } from './EventSubject.tsx'
