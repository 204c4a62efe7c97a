import { job } from '@millrace/kit/jobs'
import type { House } from '@millrace/kit/server'
import { z } from 'zod'
import { forgetMail } from './personMail.ts'

/** Takes erased people out of mails that were on their way when they were erased; tries until these have left. */
export const forgetPeople = (house: House) =>
  job({
    name: 'delivery.forget-people',
    schema: z.object({ accountId: z.number(), personIds: z.array(z.number()) }),
    attempts: 25,
    run: async ({ accountId, personIds }) => {
      const isLeft = await house.db.system((tx) => forgetMail(tx, accountId, personIds))
      if (isLeft) throw new Error('mail to erased people is still on its way')
    },
  })
