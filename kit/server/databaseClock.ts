import type pg from 'pg'
import type { Clock } from './clock.ts'

/** The database's time in milliseconds, to a fraction. */
const ASK = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at'

/** It is asked this often, for machines' clocks drift and are set. */
const EVERY_MS = 5_000
/** The quickest of so many answers counts at first. */
const FIRST_ASKS = 3
/** A machine whose clock is off by more is told of. */
const NOTABLE_MS = 2_000

type Options = {
  /** Told when this machine's clock is found to be off: by how much, in milliseconds; positive where it is behind. */
  onOff?: (offMs: number) => void
  everyMs?: number
  /** This machine's clock; tests bring one that is wrong. */
  machine?: () => number
}

/** A clock that follows the database's. */
export type DatabaseClock = Clock & {
  /** Asks the database again. */
  follow(): Promise<void>
  close(): void
}

/**
 * The database's clock, so that processes on machines whose clocks differ agree on what time it is: nobody's wait ends early
 * because another machine is ahead. What an answer's way back and forth leaves open is not followed, so that the clock does not
 * tremble.
 */
export const openDatabaseClock = async (
  pool: Pick<pg.Pool, 'query'>,
  { onOff, everyMs = EVERY_MS, machine = Date.now }: Options = {},
): Promise<DatabaseClock> => {
  let offset = 0
  let toldOffset = 0
  const ask = async () => {
    const [asked, from] = [performance.now(), machine()]
    const { rows } = await pool.query<{ at: number }>(ASK)
    const took = performance.now() - asked
    return { offset: (rows[0]?.at ?? from) - (from + took / 2), unsure: took / 2 + 1 }
  }
  const take = (answer: Awaited<ReturnType<typeof ask>>) => {
    if (Math.abs(answer.offset - offset) > answer.unsure) offset = answer.offset
    if (Math.abs(offset - toldOffset) <= NOTABLE_MS) return
    toldOffset = offset
    onOff?.(offset)
  }
  const first = []
  for (let n = 0; n < FIRST_ASKS; n++) first.push(await ask())
  take(first.reduce((best, one) => (one.unsure < best.unsure ? one : best)))
  const follow = async () => take(await ask())
  // While the database cannot be reached the clock goes on as it was.
  const timer = setInterval(() => void follow().catch(() => undefined), everyMs)
  timer.unref()
  return { now: () => new Date(machine() + offset), follow, close: () => clearInterval(timer) }
}
