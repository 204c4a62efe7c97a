import type { Loop } from '@millrace/kit/jobs'
import type { House } from '@millrace/kit/server'
import { queueImport } from './queueImport.ts'

/** An import that has not moved for so long was left by a worker that died. */
const STILL_MS = 30_000

/** Imports that stand still, of all accounts. */
const STILL = `
select i.account_id, i.id from imports i
/* across accounts: whose worker is gone */ where i.status in ('queued', 'running', 'undoing') and i.beat_at < $1 limit 100`

/** Notes that an import is taken up again, so that the next look leaves it alone. */
const BEAT = `update imports set beat_at = $3 where account_id = $1 and id = $2 and status in ('queued', 'running', 'undoing')`

/** Takes up imports that stand still because their worker died: queues them again. */
export const watchImports = (house: House): Loop => ({
  name: 'imports.watch',
  topic: 'imports',
  everyMs: 10_000,
  work: async () => {
    const now = house.clock.now()
    const still = await house.db.system((tx) =>
      tx.rows<{ account_id: number; id: number }>(STILL, [new Date(now.getTime() - STILL_MS)]),
    )
    for (const { account_id: accountId, id } of still) {
      await house.db.system(async (tx) => {
        await tx.run(BEAT, [accountId, id, now])
        await queueImport(tx, house, accountId, id)
      })
    }
    return undefined
  },
})
