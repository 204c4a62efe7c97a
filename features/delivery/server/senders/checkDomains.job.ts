import { job } from '@millrace/kit/jobs'
import type { House } from '@millrace/kit/server'
import { z } from 'zod'
import { verifyDomain } from './domains.ts'
import type { LookUp } from './lookUp.ts'

const MOST_AT_ONCE = 500
const AT_THE_SAME_TIME = 8

/** Domains that are to be looked at, the longest overdue first. */
const DUE = `/* across accounts: whose domains are to be looked at */
  select account_id as "accountId", id from sender_domains where coalesce(next_check_at, created_at) <= $1
  order by next_check_at nulls first, account_id, id limit $2`

type Due = { accountId: number; id: number }

/** Looks at the DNS of sending domains again: those that wait for their first yes soon, others every six hours. */
export const checkDomains = (house: House, lookUp: LookUp) =>
  job({
    name: 'delivery.check-domains',
    schema: z.object({}).loose(),
    cron: '*/5 * * * *',
    attempts: 1,
    run: async (_payload, signal) => {
      const due = await house.db.system((tx) => tx.rows<Due>(DUE, [house.clock.now(), MOST_AT_ONCE]))
      const work = async () => {
        for (let next = due.shift(); next && !signal.aborted; next = due.shift()) {
          const { accountId, id } = next
          await verifyDomain(house, lookUp, accountId, id).catch((error: unknown) =>
            house.log.warn({ error, accountId, id }, 'A sending domain could not be looked at.'),
          )
        }
      }
      await Promise.all(Array.from({ length: AT_THE_SAME_TIME }, work))
    },
  })
