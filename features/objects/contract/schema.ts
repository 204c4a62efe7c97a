import { cleanFieldName, FieldPatch, NewField, PersonField } from '@millrace/people/contract'
import { z } from 'zod'
import { Association } from './association.ts'

/** A field of an object, of the same shape as a person's. */
export const ObjectField = PersonField
export type ObjectField = PersonField

/** Fields to be made. */
export const NewFields = z.union([
  z.object({ fields: z.array(NewField).min(1).max(100) }),
  z.object({ items: z.array(NewField).min(1).max(100) }),
  z.array(NewField).min(1).max(100),
  NewField,
])
export type NewFields = z.infer<typeof NewFields>

/** What can be changed in a field. */
export const ObjectFieldPatch = FieldPatch

/** What the objects of one kind are called, which fields they have and what they can be tied to. */
export const ObjectSchema = z.object({
  name: z.string(),
  displayNameSingular: z.string(),
  displayNamePlural: z.string(),
  description: z.string(),
  /** The field that names an object on screens. */
  primaryField: z.string(),
  /** Fields that stand beside the primary one. */
  secondaryFields: z.array(z.string()),
  /** Fields that the search looks through, besides the external ID. */
  searchableFields: z.array(z.string()),
  fields: z.array(ObjectField),
  associations: z.array(Association),
  /** Every account has it, and it cannot be deleted. */
  isBuiltIn: z.boolean(),
  /** Null for people. */
  createdAt: z.string().nullable(),
})
export type ObjectSchema = z.infer<typeof ObjectSchema>

const changeable = {
  displayNameSingular: z.string().trim().min(1).max(60).optional(),
  displayNamePlural: z.string().trim().min(1).max(60).optional(),
  description: z.string().max(1000).optional(),
  primaryField: z.string().max(255).optional(),
  secondaryFields: z.array(z.string().max(255)).max(10).optional(),
  searchableFields: z.array(z.string().max(255)).max(20).optional(),
}

/** A kind of object to be made; `name` or `displayNameSingular` is needed. */
export const NewSchema = z.object({
  name: z.string().max(255).optional(),
  ...changeable,
  /** Its first fields. */
  fields: z.array(NewField).max(100).optional(),
})
export type NewSchema = z.infer<typeof NewSchema>

/** What can be changed in a kind of object. */
export const SchemaPatch = z.object(changeable)
export type SchemaPatch = z.infer<typeof SchemaPatch>

/** Names that people, the API's addresses or the product need for themselves. */
export const RESERVED_SCHEMAS: readonly string[] = [
  'person',
  'people',
  'end-users',
  'associations',
  'count',
  'search',
  'segments',
  'externalId',
]

/** The name under which the API knows a kind of object: `Support ticket` becomes `support-ticket`. */
export const schemaNameOf = (text: string): string =>
  cleanFieldName(text.trim().replace(/\s+/g, '-'))
    .replaceAll('.', '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()
