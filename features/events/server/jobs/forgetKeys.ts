import { type JobHandler, job } from '@millrace/kit/jobs'
import type { House } from '@millrace/kit/server'
import { z } from 'zod'

/** How long a message id is remembered; a sender that tries again does so within days. */
const KEPT_DAYS = 30
const CHUNK = 10_000

/** Accounts with message ids that are old enough. */
const ACCOUNTS = `select distinct k.account_id as id from event_keys k /* across accounts: whose keys are old */ where k.at < $1 limit 1000`

/** Forgets some old message ids of an account. */
const FORGET = `
delete from event_keys where account_id = $1 and key in (
  select k.key from event_keys k where k.account_id = $1 and k.at < $2 limit ${CHUNK})`

/** Forgets message ids after 30 days, once a night, in small transactions. */
export const forgetKeys = (house: House): JobHandler =>
  job({
    name: 'events.forgetKeys',
    schema: z.looseObject({}),
    cron: '20 3 * * *',
    run: async (_payload, signal) => {
      const before = new Date(house.clock.now().getTime() - KEPT_DAYS * 86_400_000)
      const accounts = await house.db.system((tx) => tx.rows<{ id: number }>(ACCOUNTS, [before]))
      for (const { id } of accounts) {
        for (;;) {
          if (signal.aborted) return
          const gone = await house.db.system((tx) => tx.run(FORGET, [id, before]))
          if (gone < CHUNK) break
        }
      }
    },
  })
