import type { House } from '@millrace/kit/server'
import type { Conditions } from '../contract/index.ts'
import { loadDictionary } from '../server/loadDictionary.ts'
import { countPeople } from '../server/read/countPeople.ts'
import { firstPeople } from '../server/read/firstPeople.ts'

/** The two halves of a preview, each by itself: the newest people who meet conditions, and how many do. */
export const askConditions = (house: House, accountId: number, conditions: Conditions) => ({
  first: (limit: number) =>
    house.db.system(async (tx) =>
      firstPeople(tx, conditions, await loadDictionary(tx, accountId, house.clock.now()), limit),
    ),
  count: () =>
    house.db.system(async (tx) => countPeople(tx, conditions, await loadDictionary(tx, accountId, house.clock.now()))),
})
