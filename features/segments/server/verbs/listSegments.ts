import type { House } from '@millrace/kit/server'
import { isPersonName } from '@millrace/objects/contract'
import type { Segment } from '../../contract/index.ts'
import { ensureAutoSegments } from '../autoSegments.ts'
import { readSegments } from '../read/readSegments.ts'

/** The segments of an account with how many people are in each. */
export const listSegments = (house: House, accountId: number, objectName = 'person'): Promise<Segment[]> =>
  house.db.account(accountId, async (tx) => {
    if (!isPersonName(objectName)) return readSegments(tx, accountId, objectName)
    await ensureAutoSegments(tx, house, accountId)
    return readSegments(tx, accountId, 'person')
  })
