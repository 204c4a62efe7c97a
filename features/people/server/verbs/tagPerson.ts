import type { House } from '@millrace/kit/server'
import { notFound } from '@millrace/kit/server'
import type { Person, PersonKey } from '../../contract/index.ts'
import { addTags, removeTags } from '../tags/movePersonTags.ts'
import { idOfKey, readPeople } from './readPeople.ts'

/** Tags a person, and answers how they are now. */
export const tagPerson = (house: House, accountId: number, key: PersonKey, tags: readonly string[]): Promise<Person> =>
  house.db.account(accountId, async (tx) => {
    const personId = await idOfKey(tx, accountId, key)
    await addTags(
      tx,
      house,
      accountId,
      tags.map((tag) => ({ personId, tag })),
    )
    const [person] = await readPeople(tx, accountId, [personId])
    if (!person) throw notFound('There is no such person.')
    return person
  })

/** Takes tags off a person. */
export const untagPerson = (house: House, accountId: number, key: PersonKey, tags: readonly string[]): Promise<void> =>
  house.db.account(accountId, async (tx) => {
    const personId = await idOfKey(tx, accountId, key)
    await removeTags(
      tx,
      house,
      accountId,
      tags.map((tag) => ({ personId, tag })),
    )
  })
