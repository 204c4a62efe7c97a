import type { Logger } from 'pino'
import type { Clock } from '../server/clock.ts'
import type { Db } from '../server/database.ts'
import { isPassing } from '../server/passing.ts'
import { BATCH, takeChanges } from './changes.ts'
import type { Loop } from './loop.ts'
import type { Change, Reactor } from './reactor.ts'

type Lanes = { db: Db; clock: Clock; reactors: readonly Reactor[]; log?: Pick<Logger, 'warn' | 'error'> }

/**
 * An account's batches, by turns of live changes and of all: halved when one cannot be taken, until the change that is to
 * blame stands alone; then larger again.
 */
class Batches {
  private readonly sizes = { live: new Map<number, number>(), all: new Map<number, number>() }
  private readonly nextAll = new Set<number>()
  private readonly lanes: Lanes

  constructor(lanes: Lanes) {
    this.lanes = lanes
  }

  /** Whether there may be more to take; `held` where somebody else has the lane. */
  async take(accountId: number): Promise<boolean | 'held'> {
    const { db, clock, reactors, log } = this.lanes
    // By turns, so that neither live changes nor masses wait for the end of the others.
    const isLiveFirst = !this.nextAll.delete(accountId)
    if (isLiveFirst) this.nextAll.add(accountId)
    const sizes = isLiveFirst ? this.sizes.live : this.sizes.all
    const most = sizes.get(accountId) ?? BATCH
    const onParked = (change: Change, err: Error) =>
      log?.error(
        { err, accountId, change: change.id, kind: change.kind },
        'A change could not be taken and was put aside.',
      )
    try {
      const taken = await takeChanges(db, clock, reactors, accountId, { most, isLiveFirst, onParked })
      if (most * 2 >= BATCH) sizes.delete(accountId)
      else if (taken) sizes.set(accountId, most * 2)
      if (!taken) this.nextAll.delete(accountId)
      return taken === undefined ? 'held' : taken > 0
    } catch (err) {
      if (isPassing(err)) throw err
      sizes.set(accountId, Math.max(1, Math.floor(most / 2)))
      log?.warn({ err, accountId, most }, 'Changes could not be taken; fewer are tried.')
      return true
    }
  }
}

const BUSY =
  'select account_id as id from changes /* across accounts: whose changes wait */ group by account_id limit 500'

/** Changes that were put aside are given back when a worker starts: what kept them back may be mended. Old ones are forgotten. */
const FORGET_PARKED =
  'delete from parked_changes /* across accounts: what was put aside long ago */ where parked_at < $1'
const GIVE_BACK = `with back as (
    delete from parked_changes /* across accounts: what was put aside before this worker started */ returning *
  ) insert into changes (account_id, id, at, kind, person_id, ref, data) overriding system value
  select account_id, id, at, kind, person_id, ref, data from back`

const KEPT_MS = 30 * 86_400_000

const giveBack = (db: Db, clock: Clock): Promise<number> =>
  db.system(async (tx) => {
    await tx.run(FORGET_PARKED, [new Date(clock.now().getTime() - KEPT_MS)])
    return tx.run(GIVE_BACK)
  })

/** A lane that somebody else holds is looked at again after so long. */
const HELD_MS = 25

/** The loop that takes changes: accounts that rang first, each one batch at a time, so that none waits for another's backlog. */
export const changesLoop = (
  db: Db,
  clock: Clock,
  reactors: readonly Reactor[],
  log?: Pick<Logger, 'warn' | 'error'>,
): Loop => {
  let backlog = new Set<number>()
  let isFirst = true
  const batches = new Batches({ db, clock, reactors, log })
  const dueOf = async (rung: ReadonlySet<number>) => {
    const due = new Set([...rung, ...backlog].filter((accountId) => accountId > 0))
    if (due.size && !rung.has(0)) return due
    for (const { id } of await db.system((tx) => tx.rows<{ id: number }>(BUSY))) due.add(id)
    return due
  }
  return {
    name: 'changes',
    topic: 'changes',
    everyMs: 2_000,
    work: async (rung) => {
      if (isFirst) await giveBack(db, clock)
      isFirst = false
      const due = await dueOf(rung)
      backlog = new Set(due)
      let held = 0
      for (const accountId of due) {
        const taken = await batches.take(accountId)
        if (!taken) backlog.delete(accountId)
        if (taken === 'held') held++
      }
      if (backlog.size > held) return 'more'
      // Who holds a lane may have looked for changes before these came.
      return held ? new Date(clock.now().getTime() + HELD_MS) : undefined
    },
  }
}
