import { job } from '@millrace/kit/jobs'
import { z } from 'zod'

/** The job's name. */
export const RESET_JOB = 'access.send-reset-mail'

/** Looks an address up and mails its link, out of sight of whoever asked. */
export const sendResetMail = (mail: (email: string) => Promise<void>) =>
  job({
    name: RESET_JOB,
    schema: z.object({ email: z.string() }),
    run: ({ email }) => mail(email),
  })
