import { type House, malformed } from '@millrace/kit/server'
import type { PersonKey } from '../../contract/index.ts'
import { archivePeople, erasePeople } from './movePeople.ts'
import { idsOfKeys } from './readPeople.ts'

/** Archives people, or with `isForced` deletes them for good; keys that name nobody are left out. */
export const deletePeople = (
  house: House,
  accountId: number,
  keys: readonly PersonKey[],
  isForced: boolean,
): Promise<void> => {
  if (!keys.length) throw malformed('Name people by id, or like people[0][email]=ann@acme.io.')
  return house.db.account(accountId, async (tx) => {
    const ids = (await idsOfKeys(tx, accountId, keys)).filter(Boolean)
    await (isForced ? erasePeople : archivePeople)(tx, house, accountId, ids)
  })
}
