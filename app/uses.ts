import { broadcastsOfEmails, broadcastsOfSegment } from '@millrace/broadcasts/server'
import { type EmailPorts, emailsOfSegment } from '@millrace/emails/server'
import { objectFieldsInFlows, usesOfEmails, usesOfKind, usesOfSegment } from '@millrace/flows/server'
import type { House } from '@millrace/kit/server'
import type { ObjectPorts } from '@millrace/objects/server'
import { objectFieldsInSegments, type SegmentPorts, segmentsUsing } from '@millrace/segments/server'

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

/** What segments and flows say of objects: of their kinds and associations, and of their fields. */
export const usesOfObjects = (house: House): Pick<ObjectPorts, 'usesOf' | 'fieldMentions'> => {
  const [inSegments, inFlows] = [objectFieldsInSegments(house), objectFieldsInFlows(house)]
  return {
    usesOf: async (...what) => [...(await segmentsUsing(...what)), ...(await usesOfKind(...what))],
    fieldMentions: async (...asked) => [...(await inSegments(...asked)), ...(await inFlows(...asked))],
  }
}
