import type { House } from '@millrace/kit/server'
import { type SegmentUse, segmentsIn } from '../../contract/index.ts'
import type { SegmentPorts } from '../ports.ts'
import { readSegment, readSegments } from '../read/readSegments.ts'

/** The flows and broadcasts that use a segment, and the segments that have a condition on it. */
export const listSegmentUses = (
  house: House,
  accountId: number,
  id: number,
  { usesOf }: SegmentPorts,
): Promise<SegmentUse[]> =>
  house.db.account(accountId, async (tx) => {
    await readSegment(tx, house, accountId, id)
    const segments = await readSegments(tx, accountId)
    const inside = segments
      .filter(({ conditions }) => segmentsIn(conditions).includes(id))
      .map((segment): SegmentUse => ({ kind: 'segment', id: segment.id, name: segment.name, isActive: true }))
    return [...((await usesOf?.(tx, accountId, id)) ?? []), ...inside]
  })
