import { type House, malformed } from '@millrace/kit/server'
import { MOST_PEOPLE, type Person, type PersonKey } from '../../contract/index.ts'
import { idsOfKeys, readPeople } from './readPeople.ts'

/** The people that keys name, in the order of the keys; keys that name nobody are left out. */
export const findPeople = (
  house: House,
  accountId: number,
  keys: readonly PersonKey[],
  { attributes, includeArchived = false }: { attributes?: string[]; includeArchived?: boolean },
): Promise<Person[]> => {
  if (!keys.length) throw malformed('Name people, like people[0][email]=ann@acme.io.')
  if (keys.length > MOST_PEOPLE) throw malformed(`One call finds ${MOST_PEOPLE} people at the most.`)
  return house.db.account(accountId, async (tx) => {
    const ids = new Set((await idsOfKeys(tx, accountId, keys)).filter(Boolean))
    const people = await readPeople(tx, accountId, [...ids], attributes)
    return includeArchived ? people : people.filter((person) => !person.archived)
  })
}
