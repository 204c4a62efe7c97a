import * as z from 'zod/mini'

/** What the address of the list says. */
export const ListAddress = z.object({
  search: z.optional(z.string()),
  sort: z.optional(z.string()),
  /** A segment; 1 is the archived people. */
  folder: z.optional(z.string()),
  'add-person': z.optional(z.string()),
})

/** The segment of archived people. */
export const ARCHIVED = '1'

/** Fewest characters that are searched for. */
export const SEARCH_FROM = 2
