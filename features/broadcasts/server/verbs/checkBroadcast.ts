import type { House } from '@millrace/kit/server'
import { isEditable, type Problem } from '../../contract/index.ts'
import { problemsOf } from '../rules/checkReady.ts'
import { broadcastRow } from '../store/rows.ts'

/** What keeps a broadcast from being sent, by the rules that refuse it then; nothing of one that has begun. */
export const checkBroadcast = (house: House, accountId: number, id: number): Promise<Problem[]> =>
  house.db.account(accountId, async (tx) => {
    const row = await broadcastRow(tx, accountId, id)
    return isEditable(row.status) ? problemsOf(tx, row) : []
  })
