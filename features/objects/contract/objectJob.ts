import { Id } from '@millrace/kit/contract'
import { PeopleJob } from '@millrace/people/contract'
import { z } from 'zod'

/** Most objects that are named one by one where much is done at once. */
export const MOST_CHOSEN = 10_000

/**
 * Objects that something is done to: named ones, or all that a list shows (all of a kind, of a segment, what a search
 * finds, the archived) but for some.
 */
export const ObjectSelection = z.object({
  ids: z.array(Id).min(1, 'Name at least one.').max(MOST_CHOSEN, `No more than ${MOST_CHOSEN} at a time.`).optional(),
  all: z.literal(true).optional(),
  except: z.array(Id).max(MOST_CHOSEN).optional(),
  segmentId: Id.optional(),
  query: z.string().trim().min(1).max(200).optional(),
  archived: z.boolean().optional(),
})
export type ObjectSelection = z.infer<typeof ObjectSelection>

/** What is done to many objects at once; `set` gives fields a value. */
export const ObjectAction = z.enum(['archive', 'restore', 'delete', 'set'])
export type ObjectAction = z.infer<typeof ObjectAction>

/** Work on many objects of a kind that goes on in the background. */
export const ObjectJob = PeopleJob.omit({ tags: true }).extend({
  kind: z.enum([...ObjectAction.options, 'export']),
  objectName: z.string(),
  /** What one of them and several are called. */
  displayNameSingular: z.string(),
  displayNamePlural: z.string(),
})
export type ObjectJob = z.infer<typeof ObjectJob>
