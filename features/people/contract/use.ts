import { z } from 'zod'

/** A thing of the account that names a tag or a field. */
export const Use = z.object({
  kind: z.enum(['segment', 'flow', 'email', 'broadcast', 'form', 'import']),
  id: z.number(),
  name: z.string(),
  /** It acts by itself: a flow that is on, an import that runs. */
  isActive: z.boolean(),
})
export type Use = z.infer<typeof Use>

/** What uses a tag or a field, and how many people carry it. */
export const Usage = z.object({ people: z.number(), uses: z.array(Use) })
export type Usage = z.infer<typeof Usage>

/** How many things use each tag or field, by its name; those that nothing uses are left out. */
export const UseCounts = z.record(z.string(), z.number())
