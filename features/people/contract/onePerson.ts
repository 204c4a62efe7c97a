import { z } from 'zod'

/** Most fields that one merge takes from the person who goes. */
export const MERGE_TAKES = 1000

/** How much there is of a person: `{ what: 'events', count: 12 }`. */
export const Holding = z.object({ what: z.string(), count: z.number() })
/** How much there is of a person. */
export type Holding = z.infer<typeof Holding>

/** That a person was erased: when, by whom (null: a key), and how much of what went. Nothing in it names the person. */
export const Erasure = z.object({
  id: z.number(),
  at: z.string(),
  by: z.string().nullable(),
  /** The address as a keyed hash; null where there was none. */
  addressHash: z.string().nullable(),
  removed: z.record(z.string(), z.number()),
})
/** That a person was erased. */
export type Erasure = z.infer<typeof Erasure>

/** What must be typed to erase a person: the address, else the user id, else the id. */
export const wordToErase = ({ id, email, userId }: { id: number; email: string | null; userId: string | null }) =>
  email ?? userId ?? String(id)
