import { Id, list, Paging } from '@millrace/kit/contract'
import { z } from 'zod'

/** Most objects in one call. */
export const MOST_OBJECTS = 1000

/** The name of people where kinds of things are named. */
export const PERSON = 'person'

/** Other names under which clients know people. */
export const PERSON_ALIASES: readonly string[] = ['end-users']

/** The kind of object that every account has. */
export const COMPANY = 'company'

/** True where a name stands for people. */
export const isPersonName = (name: string): boolean =>
  name.toLowerCase() === PERSON || PERSON_ALIASES.includes(name.toLowerCase())

/** The longest external ID. */
export const LONGEST_EXTERNAL_ID = 255

/**
 * An object as calls answer it: the properties below, and every field of its schema by name beside them. Times are ISO texts.
 */
export const ObjectRecord = z.looseObject({
  id: Id,
  externalId: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  archived: z.boolean(),
  archivedAt: z.string().nullable(),
})
export type ObjectRecord = z.infer<typeof ObjectRecord>

/** An object as calls take it: `id` or `externalId` names one that is there; everything else is a field of its schema. */
export const ObjectInput = z.looseObject({
  id: Id.optional(),
  externalId: z.union([z.string(), z.number()]).nullish(),
})
export type ObjectInput = z.infer<typeof ObjectInput>

/** Names that no field can have: objects carry them by themselves. */
export const RESERVED_FIELDS: readonly string[] = [
  'id',
  'externalId',
  'createdAt',
  'updatedAt',
  'archived',
  'archivedAt',
  'associations',
]

/** What a list of objects is asked for. */
export const ObjectPage = z.object({
  ...Paging,
  /** Names of the fields to answer, or `all`; without it everything is answered. */
  attributes: list(z.string()).optional(),
  /** `createdAt`, `updatedAt`, `externalId`, `id` or the name of a field. */
  sort: z.string().max(255).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  archived: z.union([z.boolean(), z.stringbool()]).optional(),
})
export type ObjectPage = z.infer<typeof ObjectPage>

/** Where a search found its text in a field: pairs of the first position and the one behind the last. */
export const Highlights = z.record(z.string(), z.array(z.tuple([z.number(), z.number()])))
export type Highlights = z.infer<typeof Highlights>
