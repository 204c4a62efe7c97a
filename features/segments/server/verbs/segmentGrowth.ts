import type { House } from '@millrace/kit/server'
import type { GrowthDay } from '../../contract/index.ts'
import { growthOf } from '../read/growth.ts'
import { readSegment } from '../read/readSegments.ts'

/** How a segment grew over the last so many days. */
export const segmentGrowth = async (
  house: House,
  accountId: number,
  id: number,
  days: number,
): Promise<GrowthDay[]> => {
  const segment = await house.db.account(accountId, (tx) => readSegment(tx, house, accountId, id))
  return growthOf(house, segment, days)
}
