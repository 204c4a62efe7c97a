import { job } from '@millrace/kit/jobs'
import type { House } from '@millrace/kit/server'
import { z } from 'zod'

const DAY = 86_400_000

/** Every hour: forgets sessions, links and tries that are over. */
export const sweep = ({ db, clock }: House) =>
  job({
    name: 'access.sweep',
    schema: z.object({}).loose(),
    cron: '17 * * * *',
    run: () =>
      db.system(async (tx) => {
        const now = clock.now()
        // Ended by age or by rest.
        await tx.run('delete from sessions where expires_at <= $1', [now])
        // Links that nobody used in time, and challenges that nobody can use again.
        await tx.run('delete from once_tokens where expires_at <= $1', [now])
        // No limit looks back further than a day.
        await tx.run('delete from tries where at <= $1', [new Date(now.getTime() - DAY)])
      }),
  })
