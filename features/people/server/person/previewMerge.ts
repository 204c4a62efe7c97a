import { type House, notFound, refused, type Tx } from '@millrace/kit/server'
import type { Holding, Person } from '../../contract/index.ts'
import { readPeople } from '../verbs/readPeople.ts'
import type { PersonParts } from './parts.ts'

/** How much the features keep of a person. */
export const holdingsOf = async (
  tx: Tx,
  parts: PersonParts,
  accountId: number,
  personId: number,
): Promise<Holding[]> => {
  const all: Holding[] = []
  for (const part of parts()) all.push(...(await part.count(tx, accountId, personId)))
  return all.filter(({ count }) => count > 0)
}

/** What merging would bring to the one who stays. */
export const previewMerge = (house: House, parts: PersonParts, accountId: number, keptId: number, goneId: number) =>
  house.db.account(accountId, async (tx): Promise<{ people: Person[]; holdings: Holding[]; ends: string[] }> => {
    const people = await readPeople(tx, accountId, [keptId, goneId])
    if (people.length < 2 && keptId !== goneId) throw notFound('There is no such person.')
    if (keptId === goneId) throw people.length ? refused('Choose two different people.') : notFound()
    const ends: string[] = []
    for (const part of parts()) ends.push(...((await part.ends?.(tx, accountId, keptId, goneId)) ?? []))
    return { people, holdings: await holdingsOf(tx, parts, accountId, goneId), ends }
  })

/** How much is kept of a person; 404 where there is none. */
export const listHoldings = (house: House, parts: PersonParts, accountId: number, personId: number) =>
  house.db.account(accountId, async (tx) => {
    const [person] = await readPeople(tx, accountId, [personId])
    if (!person) throw notFound('There is no such person.')
    return holdingsOf(tx, parts, accountId, personId)
  })
