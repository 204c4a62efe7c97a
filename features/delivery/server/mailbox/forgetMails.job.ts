import { job } from '@millrace/kit/jobs'
import type { House } from '@millrace/kit/server'
import { z } from 'zod'

const KEPT_DAYS = 30
const KEPT_EACH = 10_000
const DAY_MS = 86_400_000

/** Mails that are older than they are kept, or beyond what an account keeps. */
const FORGET = `delete from mailbox_mails where account_id = $1 and (received_at < $2 or id <= (
    select m.id from mailbox_mails m where m.account_id = $1 order by m.account_id, m.id desc offset $3 limit 1))`

/** Forgets old mails of the built-in mailbox, once a night. */
export const forgetMails = (house: House) =>
  job({
    name: 'delivery.forget-mails',
    schema: z.object({}).loose(),
    cron: '20 3 * * *',
    run: async () => {
      const before = new Date(house.clock.now().getTime() - KEPT_DAYS * DAY_MS)
      // Accounts that have any.
      const accounts = await house.db.system((tx) =>
        tx.rows<{ id: number }>(
          '/* across accounts: who has mail to forget */ select account_id as id from mailbox_mails group by account_id',
        ),
      )
      for (const { id } of accounts) await house.db.system((tx) => tx.run(FORGET, [id, before, KEPT_EACH]))
    },
  })
