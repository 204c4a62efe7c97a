import { z } from 'zod'

/** What kind of value a person field holds. */
export const FieldType = z.enum(['string', 'number', 'boolean', 'integer', 'any'])
export type FieldType = z.infer<typeof FieldType>

/** What a text field means beyond being text. */
export const FieldFormat = z.enum(['date', 'date-time'])
export type FieldFormat = z.infer<typeof FieldFormat>

/** How a field is shown and edited. */
export const DisplayType = z.enum([
  'text',
  'textarea',
  'date',
  'datetime',
  'number',
  'select',
  'multiselect',
  'checkbox',
  'radio',
  'email',
  'url',
  'phone',
  'integer',
  'decimal',
  'currency',
  'currencyCents',
])
export type DisplayType = z.infer<typeof DisplayType>

/** A person field: its name is the property under which people carry the value. */
export const PersonField = z.object({
  name: z.string(),
  title: z.string(),
  type: FieldType,
  format: FieldFormat.nullable(),
  displayType: DisplayType,
  description: z.string(),
  tooltip: z.string(),
  icon: z.string().nullable(),
  createdBy: z.string(),
  readOnly: z.boolean(),
  array: z.boolean(),
  enum: z.array(z.union([z.string(), z.number()])).nullable(),
  enumNames: z.array(z.string()).nullable(),
  allowNewEnumValues: z.boolean(),
  /** Of a field of money: its own currency, else the account's; null where it is no money. */
  currency: z.string().nullable().optional(),
  canMapFrom: z.boolean(),
  firstClassField: z.boolean(),
  /** A member asked for an index, so that conditions on it stay quick with many people. */
  hot: z.boolean(),
  /** An index answers conditions on it. */
  indexed: z.boolean(),
  createdAt: z.string(),
})
export type PersonField = z.infer<typeof PersonField>

const changeable = {
  title: z.string().trim().min(1).max(255).optional(),
  displayType: DisplayType.optional(),
  description: z.string().max(1000).optional(),
  tooltip: z.string().max(1000).optional(),
  icon: z.string().max(100).nullish(),
  enum: z
    .array(z.union([z.string(), z.number()]))
    .max(500)
    .nullish(),
  enumNames: z.array(z.string()).max(500).nullish(),
  allowNewEnumValues: z.boolean().optional(),
  /** In which currency a field of money is; null: in the account's. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'A currency has three letters, like EUR.')
    .nullish(),
  hot: z.boolean().optional(),
}

/** A field to be made; name or title is needed, the name is cleaned by `cleanFieldName`. */
export const NewField = z.object({
  name: z.string().max(255).optional(),
  type: FieldType.optional(),
  format: FieldFormat.nullish(),
  array: z.boolean().optional(),
  createdBy: z.string().max(255).optional(),
  ...changeable,
})
export type NewField = z.infer<typeof NewField>

/** What can be changed in a field. */
export const FieldPatch = z.object({
  type: FieldType.optional(),
  format: FieldFormat.nullish(),
  ...changeable,
})
export type FieldPatch = z.infer<typeof FieldPatch>

/**
 * A field's name as it is kept: letters, digits, hyphen, dot and underscore stay; runs of dots, whitespace, dots at either
 * end and everything else go.
 */
export const cleanFieldName = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N}\s.\-_]/gu, '')
    .replace(/\s+/g, '')
    .replace(/\.{2,}/g, '')
    .replace(/^\.+|\.+$/g, '')

type BuiltIn = Pick<PersonField, 'name' | 'title' | 'type'> &
  Partial<Pick<PersonField, 'format' | 'displayType' | 'description' | 'array' | 'readOnly' | 'canMapFrom'>> & {
    /** The column of `people` that holds it; without one it stands in `people.fields`. */
    column?: string
  }

/** The fields that every account starts with. */
export const BUILT_IN_FIELDS: readonly BuiltIn[] = [
  { name: 'email', title: 'Email', type: 'string', displayType: 'email', column: 'email' },
  { name: 'userId', title: 'User ID', type: 'string', column: 'user_id' },
  { name: 'name', title: 'Name', type: 'string' },
  { name: 'firstName', title: 'First name', type: 'string' },
  { name: 'lastName', title: 'Last name', type: 'string' },
  { name: 'phone', title: 'Phone', type: 'string', displayType: 'phone' },
  { name: 'company', title: 'Company', type: 'string' },
  { name: 'title', title: 'Job title', type: 'string' },
  { name: 'website', title: 'Website', type: 'string', displayType: 'url' },
  { name: 'country', title: 'Country', type: 'string' },
  { name: 'city', title: 'City', type: 'string' },
  { name: 'timezone', title: 'Time zone', type: 'string', column: 'timezone' },
  {
    name: 'tags',
    title: 'Tags',
    type: 'string',
    array: true,
    description:
      "Pass tags to this field to tag the user. Separate tags by comma. This field can't be used to remove tags.",
    column: 'tags',
  },
  { name: 'leadScore', title: 'Lead score', type: 'number', displayType: 'number' },
  {
    name: 'createdAt',
    title: 'Created',
    type: 'string',
    format: 'date-time',
    displayType: 'datetime',
    column: 'created_at',
  },
  {
    name: 'lastSeenAt',
    title: 'Last seen',
    type: 'string',
    format: 'date-time',
    displayType: 'datetime',
    readOnly: true,
    canMapFrom: false,
    column: 'last_seen_at',
  },
  { name: 'unsubscribed', title: 'Unsubscribed', type: 'boolean', displayType: 'checkbox', column: 'unsubscribed_at' },
  { name: 'unsubscribeReason', title: 'Unsubscribe reason', type: 'string', column: 'unsubscribe_reason' },
  { name: 'segmentAnonymousId', title: 'Anonymous ID', type: 'string', column: 'anonymous_id' },
]
