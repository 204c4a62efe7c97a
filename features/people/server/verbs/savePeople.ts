import type { House } from '@millrace/kit/server'
import type { Person, PersonInput } from '../../contract/index.ts'
import type { UpsertItem } from '../upsert/item.ts'
import { upsertPeople } from '../upsert/upsertPeople.ts'
import { readPeople } from './readPeople.ts'

const asItem = ({ id, userId, email, segmentAnonymousId, tags, ...fields }: PersonInput): UpsertItem => ({
  id,
  userId,
  email,
  anonymousId: segmentAnonymousId,
  fields,
  tags: typeof tags === 'string' ? [tags] : tags,
})

/** Makes or changes people: all of them, or none where one is refused. Answers them as they are now. */
export const savePeople = (
  house: House,
  accountId: number,
  people: readonly PersonInput[],
  source: string,
): Promise<Person[]> =>
  house.db.account(accountId, async (tx) => {
    const saved = await upsertPeople(tx, house, accountId, people.map(asItem), { source, createFields: true })
    return readPeople(
      tx,
      accountId,
      saved.map(({ personId }) => personId),
    )
  })
