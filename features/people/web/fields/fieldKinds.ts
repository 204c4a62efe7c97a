import type { NewField, PersonField } from '../../contract/index.ts'

type Shape = Pick<NewField, 'type' | 'format' | 'displayType' | 'array'>

/** A kind of field that people choose from, and what it is made of. */
export type FieldKind = { value: string; label: string; group: string; shape: Shape; hasChoices?: boolean }

const text = (value: 'text' | 'textarea' | 'email' | 'url' | 'phone', label: string): FieldKind => ({
  value,
  label,
  group: 'Text',
  shape: { type: 'string', format: null, displayType: value },
})

const number = (
  value: 'number' | 'integer' | 'decimal' | 'currency' | 'currencyCents',
  label: string,
  type: 'number' | 'integer' = 'number',
): FieldKind => ({ value, label, group: 'Number', shape: { type, format: null, displayType: value } })

/** The kinds of field that people choose from. */
export const FIELD_KINDS: readonly FieldKind[] = [
  text('text', 'Text'),
  text('textarea', 'Long text'),
  text('email', 'Email'),
  text('url', 'Web address'),
  text('phone', 'Phone'),
  number('number', 'Number'),
  number('integer', 'Whole number', 'integer'),
  number('decimal', 'Decimal number'),
  number('currency', 'Currency'),
  number('currencyCents', 'Currency in cents', 'integer'),
  { value: 'date', label: 'Date', group: 'Date', shape: { type: 'string', format: 'date', displayType: 'date' } },
  {
    value: 'datetime',
    label: 'Date and time',
    group: 'Date',
    shape: { type: 'string', format: 'date-time', displayType: 'datetime' },
  },
  {
    value: 'checkbox',
    label: 'Yes or no',
    group: 'Choice',
    shape: { type: 'boolean', format: null, displayType: 'checkbox' },
  },
  {
    value: 'select',
    label: 'One of several, as a menu',
    group: 'Choice',
    shape: { type: 'string', format: null, displayType: 'select' },
    hasChoices: true,
  },
  {
    value: 'radio',
    label: 'One of several, side by side',
    group: 'Choice',
    shape: { type: 'string', format: null, displayType: 'radio' },
    hasChoices: true,
  },
  {
    value: 'multiselect',
    label: 'Several of several',
    group: 'Choice',
    shape: { type: 'string', format: null, displayType: 'multiselect', array: true },
    hasChoices: true,
  },
]

/** The kinds by group, as menus take them. */
export const KIND_MENU = ['Text', 'Number', 'Date', 'Choice'].map((group) => ({
  group,
  items: FIELD_KINDS.filter((kind) => kind.group === group).map(({ value, label }) => ({ value, label })),
}))

const SHORT: Record<string, string> = { select: 'One of several', radio: 'One of several' }

type Shown = Pick<PersonField, 'displayType' | 'array'> & Partial<Pick<PersonField, 'type' | 'format'>>

/** What kind of field this is, in words. */
export const kindOfField = ({ displayType, array, type }: Shown): string => {
  if (type === 'any') return array ? 'Anything, several' : 'Anything'
  const label = SHORT[displayType] ?? FIELD_KINDS.find(({ value }) => value === displayType)?.label ?? 'Text'
  return array && displayType !== 'multiselect' ? `${label}, several` : label
}
