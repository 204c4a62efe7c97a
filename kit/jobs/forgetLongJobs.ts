import { z } from 'zod'
import { removeExport } from '../server/exportFile.ts'
import type { House } from '../server/house.ts'
import { type JobHandler, job } from './jobs.ts'

/**
 * Which rows are forgotten: `old` finds those that ended before $1, with the keys of their files (account_id, id, file_key);
 * `forget` deletes one ($1 account, $2 id).
 */
export type Forgetting = { name: string; cron: string; afterMs: number; old: string; forget: string }

/** Forgets long jobs that ended a while ago, with the files of exports. */
export const forgetLongJobs = (house: House, { name, cron, afterMs, old, forget }: Forgetting): JobHandler =>
  job({
    name,
    schema: z.looseObject({}),
    cron,
    run: async () => {
      const before = new Date(house.clock.now().getTime() - afterMs)
      type Old = { account_id: number; id: number; file_key: string | null }
      const rows = await house.db.system((tx) => tx.rows<Old>(old, [before]))
      for (const { account_id: accountId, id, file_key: key } of rows) {
        if (key) await removeExport(house, key)
        await house.db.system((tx) => tx.run(forget, [accountId, id]))
      }
    },
  })
