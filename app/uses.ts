import { broadcastsOfEmails, broadcastsOfSegment } from '@millrace/broadcasts/server'
import { type EmailPorts, emailsOfSegment } from '@millrace/emails/server'
import { usesOfEmails, usesOfSegment } from '@millrace/flows/server'
import type { SegmentPorts } from '@millrace/segments/server'

/** The flows and broadcasts that emails are used in, by email. */
export const usesOfEmail: EmailPorts['usedIn'] = async (...asked) => {
  const uses = new Map(await usesOfEmails(...asked))
  for (const [id, broadcasts] of await broadcastsOfEmails(...asked))
    uses.set(id, [...(uses.get(id) ?? []), ...broadcasts])
  return uses
}

/** The flows, broadcasts and emails that use a segment. */
export const usesOfSegments: NonNullable<SegmentPorts['usesOf']> = async (...asked) => [
  ...(await usesOfSegment(...asked)),
  ...(await broadcastsOfSegment(...asked)),
  ...(await emailsOfSegment(...asked)),
]
