import { type JobHandler, job } from '@millrace/kit/jobs'
import type { House } from '@millrace/kit/server'
import { z } from 'zod'

/** How long it is known that somebody was in a segment. */
export const KEPT_DAYS = 400
const CHUNK = 5_000

const TABLES = ['segment_members', 'segment_objects'] as const
type Table = (typeof TABLES)[number]

/** Accounts with memberships that ended long ago. */
const accountsIn = (table: Table) =>
  `select distinct m.account_id as id from ${table} m /* across accounts: whose old memberships are forgotten */ where m.left_at < $1 limit 1000`

/** Forgets some old memberships of an account. */
const forgetIn = (
  table: Table,
) => `delete from ${table} m where m.account_id = $1 and m.left_at < $2 and m.ctid = any (array(
  select o.ctid from ${table} o where o.account_id = $1 and o.left_at < $2 limit ${CHUNK}))`

/** Forgets who left a segment more than 400 days ago, once a night, in small transactions. */
export const forgetLeft = (house: House): JobHandler =>
  job({
    name: 'segments.forgetLeft',
    schema: z.looseObject({}),
    cron: '50 3 * * *',
    run: async (_payload, signal) => {
      const before = new Date(house.clock.now().getTime() - KEPT_DAYS * 86_400_000)
      for (const table of TABLES) {
        const accounts = await house.db.system((tx) => tx.rows<{ id: number }>(accountsIn(table), [before]))
        for (const { id } of accounts) {
          for (;;) {
            if (signal.aborted) return
            const gone = await house.db.system((tx) => tx.run(forgetIn(table), [id, before]))
            if (gone < CHUNK) break
          }
        }
      }
    },
  })
