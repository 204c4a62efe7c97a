import { setTimeout as after } from 'node:timers/promises'
import type { House } from '@millrace/kit/server'
import type { Conditions, Preview } from '../../contract/index.ts'
import type { GoalSql } from '../compile/dictionary.ts'
import { loadDictionary } from '../loadDictionary.ts'
import { type Counts, countEverybody, countPeople } from './countPeople.ts'
import { firstPeople } from './firstPeople.ts'
import { peopleByIds } from './people.ts'

/** How many people a preview shows. */
const FIRST = 12
/** How long a caller waits for a count before it is told to ask again. */
const PATIENCE_MS = 900
/** How long a count that was ready late is kept for the next question. */
const KEEP_MS = 10_000
/** A count that takes longer is given up. */
const LONGEST = '60s'

type Running = { counts: Promise<Counts>; isSettled: boolean }

const LATE = Symbol('late')

/** Previews of conditions. Counts that take long go on while the caller is told `pending`; who asks again gets the same count. */
export const openPreviews = (house: House, goalSql?: GoalSql) => {
  const running = new Map<string, Running>()

  const count = (accountId: number, conditions: Conditions) =>
    house.db.system(async (tx) => {
      await tx.run(`set local statement_timeout = '${LONGEST}'`)
      return countPeople(tx, conditions, await loadDictionary(tx, accountId, house.clock.now(), goalSql))
    })

  const counting = (accountId: number, conditions: Conditions): Running => {
    const key = `${accountId} ${JSON.stringify(conditions)}`
    const before = running.get(key)
    if (before) return before
    const mine: Running = { counts: count(accountId, conditions), isSettled: false }
    running.set(key, mine)
    const forget = () => running.get(key) === mine && running.delete(key)
    mine.counts.then(
      () => {
        mine.isSettled = true
        setTimeout(forget, KEEP_MS).unref()
      },
      () => forget(),
    )
    return mine
  }

  const counted = async (accountId: number, conditions: Conditions): Promise<Counts | undefined> => {
    const mine = counting(accountId, conditions)
    const patience = new AbortController()
    const result = await Promise.race([mine.counts, after(PATIENCE_MS, LATE, { signal: patience.signal })])
    patience.abort()
    if (result === LATE) return undefined
    // What was ready in time is not kept: the next question is answered afresh.
    for (const [key, one] of running) if (one === mine) running.delete(key)
    return result as Counts
  }

  return async (accountId: number, conditions: Conditions): Promise<Preview> => {
    const [counts, first] = await Promise.all([
      counted(accountId, conditions),
      house.db.system(async (tx) => {
        await tx.run(`set local statement_timeout = '${LONGEST}'`)
        const dictionary = await loadDictionary(tx, accountId, house.clock.now(), goalSql)
        const ids = await firstPeople(tx, conditions, dictionary, FIRST)
        return { total: await countEverybody(tx, accountId), people: await peopleByIds(tx, accountId, ids) }
      }),
    ])
    return {
      count: counts?.count ?? null,
      canBeMailed: counts?.canBeMailed ?? null,
      unsubscribed: counts?.unsubscribed ?? null,
      pending: counts === undefined,
      ...first,
    }
  }
}

/** Shows whom conditions catch. */
export type ShowPreview = ReturnType<typeof openPreviews>
