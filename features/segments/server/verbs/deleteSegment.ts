import { conflict, type House } from '@millrace/kit/server'
import { segmentsIn } from '../../contract/index.ts'
import { readSegment, readSegments } from '../read/readSegments.ts'
import { checkMayChange } from '../rules/checkSegment.ts'

// Deletes a segment, with its members.
const DELETE = 'delete from segments where account_id = $1 and id = $2'

/** Deletes a segment. One that stands in the conditions of another stays. */
export const deleteSegment = (house: House, accountId: number, id: number): Promise<void> =>
  house.db.account(accountId, async (tx) => {
    const segment = await readSegment(tx, house, accountId, id)
    checkMayChange(segment)
    const others = await readSegments(tx, accountId)
    const user = others.find(({ conditions }) => segmentsIn(conditions).includes(id))
    if (user) throw conflict(`"${user.name}" has a condition on "${segment.name}". Remove it there first.`)
    await tx.run(DELETE, [accountId, id], 'segments-delete')
  })
