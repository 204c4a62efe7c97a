import type { PersonField } from '../contract/index.ts'

/** A field of people: a plain text that somebody made, unless told otherwise. */
export const buildField = (own: Partial<PersonField> = {}): PersonField => ({
  name: 'plan',
  title: 'Plan',
  type: 'string',
  format: null,
  displayType: 'text',
  description: '',
  tooltip: '',
  icon: null,
  createdBy: 'user',
  readOnly: false,
  array: false,
  enum: null,
  enumNames: null,
  allowNewEnumValues: false,
  canMapFrom: true,
  firstClassField: false,
  hot: false,
  indexed: false,
  createdAt: '2026-01-01T00:00:00Z',
  ...own,
})
