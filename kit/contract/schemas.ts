import { z } from 'zod'

/** A positive whole number that names a row. */
export const Id = z.coerce.number<number>().int().positive()

/** The number of an account, a member or a version: these are counted in 32 bits. */
export const ShortId = Id.max(2_147_483_647)

/** A point in time as ISO 8601 with offset. */
export const Time = z.iso.datetime({ offset: true })

/** A comma list or a repeated query parameter. */
export const list = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : String(value).split(',').filter(Boolean)),
    z.array(item),
  )

/** Paging by limit and offset; the limit's largest value is 500. */
export const Paging = {
  limit: z.coerce.number<number>().int().min(1).max(500).optional(),
  offset: z.coerce.number<number>().int().min(0).optional(),
}

/** The token of a read-only share in a query. */
export const ShareToken = { 'read-only-auth': z.string().optional() }

/** The shape of every error reply. */
export const ErrorReply = z.object({
  error: z.object({
    name: z.string(),
    message: z.string(),
    retryAfter: z.number().optional(),
    issues: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).optional(),
  }),
})
