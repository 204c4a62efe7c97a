import { z } from 'zod'

/** Something that keeps a broadcast from being sent, or (`isAdvice`) that is better set right first; which part of it, and in words. */
export const Problem = z.object({
  of: z.enum(['email', 'sender', 'audience', 'test', 'followUp', 'address']),
  words: z.string(),
  isAdvice: z.boolean(),
})
/** Something that keeps a broadcast from being sent, or that is better set right first. */
export type Problem = z.output<typeof Problem>
