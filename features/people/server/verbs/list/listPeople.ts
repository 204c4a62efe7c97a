import type { House } from '@millrace/kit/server'
import type { Person } from '../../../contract/index.ts'
import type { PeopleCounts } from '../countPeople.ts'
import { readPeople } from '../readPeople.ts'
import { pageByAge } from './byAge.ts'
import { pageByValue } from './byValue.ts'
import type { Orders } from './orders.ts'
import { type Place, readAfter } from './place.ts'

/** What a list is asked for. */
export type ListPeople = {
  limit?: number
  offset?: number
  attributes?: string[]
  sort?: string
  order?: 'asc' | 'desc'
  ignoreAnonymous?: boolean
  archived?: boolean
  after?: string
}

const filterOf = ({ archived, ignoreAnonymous }: ListPeople) =>
  `p.account_id = $1 and p.archived_at is ${archived ? 'not ' : ''}null${ignoreAnonymous ? ' and not p.is_anonymous' : ''}`

/** What lists remember for a while. */
export type ListMemory = { counts: PeopleCounts; orders: Orders }

/** A page of all people in the wanted order, how many there are, and where it goes on. */
export const listPeople = async (
  house: House,
  { counts, orders }: ListMemory,
  accountId: number,
  wanted: ListPeople,
): Promise<{ people: Person[]; total: number; paging: { after: string | null } }> => {
  const { limit = 100, offset = 0, sort = 'createdAt', attributes, after } = wanted
  const place: Place = { limit, offset, ...readAfter(after) }
  const filter = filterOf(wanted)
  const isDown = wanted.order !== 'asc'
  const byValue =
    sort === 'createdAt' ? undefined : await pageByValue(house, orders, accountId, { sort, isDown, filter, place })
  return house.db.account(accountId, async (tx) => {
    const total = await counts.of(tx, accountId, filter)
    const page = byValue ?? (await pageByAge(tx, accountId, { isDown, filter, place, total }))
    return { people: await readPeople(tx, accountId, page.ids, attributes), total, paging: { after: page.after } }
  })
}
