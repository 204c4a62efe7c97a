import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { openDatabaseClock } from './databaseClock.ts'

const off = (clock: { now(): Date }, by = 0) => Math.abs(clock.now().getTime() - Date.now() - by)
/** Far less than the machine's clock is off here; half of the time that the database took to answer is in it. */
const NEAR_MS = 10_000

describe('the clock of the database', () => {
  test('is told whatever the clock of the machine says, also after that was set', async () => {
    const { db } = await testHouse()
    let ahead = 30_000
    const told: number[] = []
    const clock = await openDatabaseClock(db.pool, { machine: () => Date.now() + ahead, onOff: (ms) => told.push(ms) })
    expect(off(clock)).toBeLessThan(NEAR_MS)
    ahead = -30_000
    expect(off(clock, -60_000)).toBeLessThan(NEAR_MS)
    await clock.follow()
    expect(off(clock)).toBeLessThan(NEAR_MS)
    expect(told.map((ms) => Math.round(ms / 10_000))).toEqual([-3, 3])
    clock.close()
  })

  test('goes on while the database cannot be reached, and does not tremble with its answers', async () => {
    const { db } = await testHouse()
    let answer = () => db.pool.query('select (extract(epoch from clock_timestamp()) * 1000)::float8 as at')
    const clock = await openDatabaseClock({ query: () => answer() } as never, { machine: () => 1_000_000 })
    const before = clock.now()
    answer = () => Promise.reject(new Error('no database'))
    await expect(clock.follow()).rejects.toThrow('no database')
    expect(clock.now()).toEqual(before)
    answer = () => Promise.resolve({ rows: [{ at: before.getTime() + 0.5 }] }) as never
    await clock.follow()
    expect(clock.now()).toEqual(before)
  })
})
