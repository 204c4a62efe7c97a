import type { House } from '@millrace/kit/server'
import type { PersonKey } from '../../contract/index.ts'
import { upsertPeople } from '../upsert/upsertPeople.ts'
import { idOfKey } from './readPeople.ts'

/** Sends a person no more marketing mail. */
export const unsubscribePerson = (
  house: House,
  accountId: number,
  key: PersonKey,
  reason: string | undefined,
): Promise<void> =>
  house.db.account(accountId, async (tx) => {
    const id = await idOfKey(tx, accountId, key)
    const fields = { unsubscribed: true, ...(reason ? { unsubscribeReason: reason } : {}) }
    await upsertPeople(tx, house, accountId, [{ id, fields }], { source: 'unsubscribe', createFields: false })
  })
