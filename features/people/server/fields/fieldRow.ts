import type { PersonField } from '../../contract/index.ts'
import type { FieldRule } from '../rules/fieldValue.ts'

/** The columns of a `FieldRow`. */
export const FIELD_COLUMNS = `name, title, type, format, display_type, description, tooltip, icon, created_by, is_read_only, is_array,
  enum_values, enum_names, may_grow_enum, can_map_from, is_first_class, is_hot_wanted, is_hot, created_at, currency,
  (select a.settings ->> 'currency' from accounts a where a.id = person_fields.account_id) as account_currency`

/** A row of `person_fields`. */
export type FieldRow = {
  name: string
  title: string
  type: PersonField['type']
  format: PersonField['format']
  display_type: PersonField['displayType']
  description: string
  tooltip: string
  icon: string | null
  created_by: string
  is_read_only: boolean
  is_array: boolean
  enum_values: (string | number)[] | null
  enum_names: string[] | null
  may_grow_enum: boolean
  can_map_from: boolean
  is_first_class: boolean
  is_hot_wanted: boolean
  is_hot: boolean
  created_at: Date
  currency: string | null
  account_currency: string | null
}

/** The currency that a field of money is shown in; null where it is none. */
export const currencyOf = (displayType: string, own: string | null, ofAccount: string | null): string | null =>
  displayType.startsWith('currency') ? (own ?? ofAccount ?? 'USD') : null

/** A field as calls answer it. */
export const toField = (row: FieldRow): PersonField => ({
  name: row.name,
  title: row.title,
  type: row.type,
  format: row.format,
  displayType: row.display_type,
  description: row.description,
  tooltip: row.tooltip,
  icon: row.icon,
  createdBy: row.created_by,
  readOnly: row.is_read_only,
  array: row.is_array,
  enum: row.enum_values,
  enumNames: row.enum_names,
  allowNewEnumValues: row.may_grow_enum,
  currency: currencyOf(row.display_type, row.currency, row.account_currency),
  canMapFrom: row.can_map_from,
  firstClassField: row.is_first_class,
  hot: row.is_hot_wanted,
  indexed: row.is_hot,
  createdAt: row.created_at.toISOString(),
})

/** What decides which values a field takes. */
export const ruleOf = (row: FieldRow): FieldRule => ({
  name: row.name,
  type: row.type,
  format: row.format,
  isArray: row.is_array,
  enumValues: row.enum_values,
  mayGrowEnum: row.may_grow_enum,
})
