import type { House } from '@millrace/kit/server'
import { ARCHIVED_SEGMENT_ID, type Preview, type Segment } from '../../contract/index.ts'
import { countEverybody } from '../read/countPeople.ts'
import type { ShowPreview } from '../read/preview.ts'
import { readSegment } from '../read/readSegments.ts'
import { segmentPeople } from '../read/segmentPeople.ts'

const ofArchived = async (house: House, segment: Segment): Promise<Preview> => {
  const { people, total: count } = await segmentPeople(house, segment, { limit: 12 })
  const total = await house.db.system((tx) => countEverybody(tx, segment.accountId))
  return { count, total, canBeMailed: 0, unsubscribed: 0, people, pending: false }
}

/** A segment with its count and first people. */
export const previewSegment = async (house: House, accountId: number, id: number, show: ShowPreview) => {
  const segment = await house.db.account(accountId, (tx) => readSegment(tx, house, accountId, id))
  const isArchived = id === ARCHIVED_SEGMENT_ID
  return {
    ...segment,
    preview: isArchived
      ? await ofArchived(house, segment)
      : await show(accountId, segment.conditions, segment.objectName),
  }
}
