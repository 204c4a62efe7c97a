import { type JobHandler, job } from '@millrace/kit/jobs'
import { addPartitions } from '@millrace/kit/postgres'
import type { House } from '@millrace/kit/server'
import { z } from 'zod'

/** What the installation does by the clock. */
export const timetable = (house: House): JobHandler[] => [
  job({
    name: 'add-partitions',
    schema: z.unknown(),
    cron: '40 2 * * *',
    run: async () => {
      const added = await house.db.system((tx) => addPartitions(tx.client, house.clock.now()))
      if (added.length) house.log.info(`Added the partitions ${added.join(', ')}.`)
    },
  }),
]
