import { Id } from '@millrace/kit/contract'
import { z } from 'zod'
import { ObjectRecord } from './object.ts'

/** How many stand on either side: one to one, one to many, many to many. */
export const ASSOCIATION_TYPES = ['1:1', '1:M', 'M:M'] as const

/** A way in which two kinds of things can be tied together; `fromObject` and `toObject` name kinds, `person` for people. */
export const Association = z.object({
  id: Id,
  name: z.string(),
  type: z.enum(ASSOCIATION_TYPES),
  fromObject: z.string(),
  toObject: z.string(),
  /** The one that is meant where two kinds are tied without saying how. */
  isDefault: z.boolean(),
})
export type Association = z.infer<typeof Association>

/** An association to be made; without a name it is called after both sides. */
export const NewAssociation = z.object({
  name: z.string().trim().max(100).optional(),
  type: z.enum(ASSOCIATION_TYPES).optional(),
  fromObject: z.string().trim().min(1).max(100),
  toObject: z.string().trim().min(1).max(100),
})
export type NewAssociation = z.infer<typeof NewAssociation>

/** What is tied to something by one association. `objects` are people where the other side is `person`. */
export const Associated = z.object({
  association: Association,
  /** The kind of what is tied: the association's other side. */
  objectName: z.string(),
  objects: z.array(ObjectRecord),
  total: z.number(),
})
export type Associated = z.infer<typeof Associated>
