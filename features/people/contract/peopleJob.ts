import { Id } from '@millrace/kit/contract'
import { z } from 'zod'

/** How long the link to an export works, in days. */
export const EXPORT_DAYS = 3

/** What is done to many people at once. */
export const PeopleJobKind = z.enum(['tag', 'untag', 'archive', 'restore', 'delete', 'export'])
export type PeopleJobKind = z.infer<typeof PeopleJobKind>

/** Work on many people that goes on in the background. */
export const PeopleJob = z.object({
  id: Id,
  kind: PeopleJobKind,
  status: z.enum(['queued', 'running', 'done', 'failed', 'canceled']),
  tags: z.array(z.string()),
  /** About how many people it is for; null where nobody has counted them. */
  total: z.number().nullable(),
  /** How many it has dealt with, and how many of those it changed. */
  dealt: z.number(),
  changed: z.number(),
  /** How much of it is done, from 0 to 1. */
  progress: z.number(),
  /** Whom an export's link is mailed to. */
  email: z.string().nullable(),
  /** Whether an export's file can be fetched. */
  hasFile: z.boolean(),
  error: z.string().nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
})
export type PeopleJob = z.infer<typeof PeopleJob>
