import { z } from 'zod'
import type { Tx } from '../server/database.ts'
import type { House } from '../server/house.ts'
import { retrying } from '../server/retrying.ts'
import { type JobHandler, job } from './jobs.ts'

/** After so long a job lets others have a turn; its queue is free again a moment later. */
const SLICE_MS = 20_000
/** A job that breaks off so often in a row at the same place is given up. */
const MOST_FAILURES = 5

/** Which row says how far a long job is. */
export type LongJobKey = { accountId: number; id: number }

/**
 * The statements over a feature's table of long jobs; each names the account as $1 and the job as $2. `begin` makes it
 * running ($3: now) and answers it where it is not over; `hold` locks and answers it; `fail` notes that it broke off and
 * answers `failures` in a row; `finish` ends one that is running: its status ($3), what went wrong ($4) and when ($5).
 */
export type LongJobStatements = { begin: string; hold: string; fail: string; finish: string }

/** Work that takes long, kept as a row. */
export type LongJob<Row extends { status: string }> = {
  name: string
  statements: LongJobStatements
  /** Does the next stretch and notes in the same transaction how far that is. Answers whether it was the last one. */
  stretch(tx: Tx, key: LongJobKey, row: Row): Promise<boolean>
  /** Does what belongs to the end, in the transaction of the last stretch. */
  end?(tx: Tx, key: LongJobKey): Promise<void>
  /** Called after each stretch but the last. */
  between?(row: Row): void
  /** What is told where it is given up. */
  failed(row: Row): string
  /** Queues its next turn. */
  queue(tx: Tx, key: LongJobKey): Promise<void>
}

/**
 * Work that takes long: a stretch in a transaction with the place that it came to. Killed at any moment, it goes on where it
 * was and does nothing twice. Canceled, it stops behind the stretch that runs. Others have a turn every twenty seconds.
 */
export const longJob = <Row extends { status: string }>(house: House, work: LongJob<Row>): JobHandler => {
  const { begin, hold, fail, finish } = work.statements

  const takeStretch = (key: LongJobKey): Promise<boolean> =>
    house.db.system(async (tx) => {
      const { accountId, id } = key
      // Whoever comes second finds that it has moved on.
      const row = await tx.one<Row>(hold, [accountId, id])
      if (row?.status !== 'running') return true
      if (!(await work.stretch(tx, key, row))) return false
      await work.end?.(tx, key)
      await tx.run(finish, [accountId, id, 'done', null, house.clock.now()])
      return true
    })

  const workOn = async (key: LongJobKey, row: Row, signal: AbortSignal): Promise<boolean> => {
    const until = performance.now() + SLICE_MS
    while (!(await retrying(() => takeStretch(key)))) {
      work.between?.(row)
      if (signal.aborted || performance.now() > until) return false
      // The processes that answer requests get a word in between.
      await new Promise(setImmediate)
    }
    return true
  }

  const giveUp = ({ accountId, id }: LongJobKey, row: Row): Promise<boolean> =>
    house.db.system(async (tx) => {
      const state = await tx.one<{ failures: number }>(fail, [accountId, id])
      if ((state?.failures ?? 0) < MOST_FAILURES) return false
      await tx.run(finish, [accountId, id, 'failed', work.failed(row), house.clock.now()])
      return true
    })

  return job({
    name: work.name,
    schema: z.object({ accountId: z.number(), id: z.number() }),
    run: async (key, signal) => {
      const { accountId, id } = key
      const row = await house.db.system((tx) => tx.one<Row>(begin, [accountId, id, house.clock.now()]))
      if (!row) return
      try {
        if (await workOn(key, row, signal)) return
      } catch (error) {
        house.log.error({ err: error, accountId, job: id }, `${work.name} broke off`)
        if (await giveUp(key, row)) return
        throw error
      }
      await house.db.system((tx) => work.queue(tx, key))
    },
  })
}
