import type { Loop } from '@millrace/kit/jobs'
import type { Broadcasts } from '../ports.ts'
import { BROADCAST_COLUMNS, type BroadcastRow } from '../store/rows.ts'
import { type Next, step } from './step.ts'

/** Broadcasts of all accounts that have something before them. */
const OPEN = `select b.account_id as "accountId", b.id from broadcasts b
  /* across accounts: what is going on */ where b.status in ('scheduled', 'sending', 'ab-testing', 'ab-test-sending-winner')
    or b.follow_up_at is not null order by b.account_id, b.id`

/** One of them, unless another worker has it in hand. */
const HOLD = `select ${BROADCAST_COLUMNS} from broadcasts b where b.account_id = $1 and b.id = $2 for update skip locked`

const sooner = (a: Next, b: Next): Next => {
  if (a === 'more' || b === 'more') return 'more'
  if (!a || !b) return a ?? b
  return a < b ? a : b
}

const isOfDatabase = (error: unknown) => error instanceof Error && 'severity' in error

/** Keeps broadcasts going: begins what is due, plans mail by portions, picks winners, ends what is over, follows up. */
export const feedLoop = (broadcasts: Broadcasts): Loop => {
  const { house } = broadcasts
  const one = (accountId: number, id: number): Promise<Next> =>
    house.db.system(async (tx) => {
      const row = await tx.one<BroadcastRow>(HOLD, [accountId, id], 'broadcast-take-up')
      return row && step(tx, broadcasts, row)
    })
  return {
    name: 'broadcasts',
    topic: 'broadcasts',
    everyMs: 5_000,
    work: async () => {
      let next: Next
      const open = await house.db.system((tx) =>
        tx.rows<{ accountId: number; id: number }>(OPEN, [], 'broadcasts-open'),
      )
      for (const { accountId, id } of open) {
        try {
          next = sooner(next, await one(accountId, id))
        } catch (error) {
          // One that cannot go on must not keep those of others from it.
          house.log.error({ err: error, accountId, broadcast: id }, 'a broadcast could not go on')
          if (!isOfDatabase(error)) continue
          next = sooner(next, new Date(house.clock.now().getTime() + 5_000))
        }
      }
      return next
    },
  }
}
