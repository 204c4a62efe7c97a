import { askFor, type PageSource, ROWS_PER_PAGE, readSort, send } from '@millrace/kit/web'
import { useMemo, useState } from 'react'
import { type Person, peopleContract } from '../../contract/index.ts'

/** Which people are listed. */
export type Wanted = { search: string; sort: string | undefined; isArchived: boolean; hidesAnonymous: boolean }

/** How many there are, by what is listed: a page that is still kept is not asked for again and tells nothing. */
type Totals = Readonly<Record<string, number>>

/** Outlives the screen, as the pages do. */
let known: Totals = {}

const keyOf = ({ search, sort, isArchived, hidesAnonymous }: Wanted) =>
  [search, search ? '' : (sort ?? ''), isArchived, hidesAnonymous] as const

const pageOf = ({ sort, isArchived, hidesAnonymous }: Wanted, page: number) => {
  const order = readSort(sort)
  return {
    query: {
      limit: ROWS_PER_PAGE,
      offset: page * ROWS_PER_PAGE,
      attributes: ['all'],
      ...(order && { sort: order.by, order: order.isDown ? ('desc' as const) : ('asc' as const) }),
      ...(isArchived && { archived: true }),
      ...(hidesAnonymous && { ignoreAnonymous: true }),
    },
  }
}

/** How many there are at least, after a page of what a search found. */
const found = (page: number, users: readonly Person[], hasMore: boolean) =>
  page * ROWS_PER_PAGE + users.length + (hasMore ? ROWS_PER_PAGE : 0)

/**
 * The people of a list or a search, page by page. `total` is undefined until the first page is here; of a search it grows as one
 * scrolls, because a search does not count. `leave` takes rows off the total that were taken out of the list.
 */
export const usePeopleSource = (wanted: Wanted) => {
  const { search, sort, isArchived, hidesAnonymous } = wanted
  const key = keyOf(wanted).join('|')
  const [totals, setTotals] = useState(known)
  const source = useMemo<PageSource<Person>>(() => {
    const note = (total: number, isExact: boolean) => {
      known = { ...known, [key]: isExact ? total : Math.max(known[key] ?? 0, total) }
      setTotals(known)
    }
    const now = { search, sort, isArchived, hidesAnonymous }
    return {
      key: [peopleContract.listPeople.path, ...keyOf(now)],
      load: async (page, signal) => {
        if (search) {
          const narrowed = { ...(isArchived && { archived: true }), ...(hidesAnonymous && { ignoreAnonymous: true }) }
          const query = { query: search, page, attributes: ['all'], ...narrowed }
          const { users, hasMore } = await send(peopleContract.searchPeople, { query }, { signal })
          note(found(page, users, hasMore), !hasMore)
          return users
        }
        const input = pageOf(now, page)
        const { people, total } = await (page === 0
          ? askFor(peopleContract.listPeople, input)
          : send(peopleContract.listPeople, input, { signal }))
        note(total, true)
        return people
      },
    }
  }, [search, sort, isArchived, hidesAnonymous, key])
  const leave = (count: number) => {
    known = { ...known, [key]: Math.max(0, (known[key] ?? 0) - count) }
    setTotals(known)
  }
  return { source, total: totals[key], leave }
}
