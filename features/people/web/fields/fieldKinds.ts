import type { NewField, PersonField } from '../../contract/index.ts'

type Shape = Pick<NewField, 'type' | 'format' | 'displayType' | 'array'>

/** The kinds of field that people choose from, and what each is made of. */
export const FIELD_KINDS: readonly { value: string; label: string; shape: Shape; hasChoices?: boolean }[] = [
  { value: 'text', label: 'Text', shape: { type: 'string', displayType: 'text' } },
  { value: 'textarea', label: 'Long text', shape: { type: 'string', displayType: 'textarea' } },
  { value: 'number', label: 'Number', shape: { type: 'number', displayType: 'number' } },
  { value: 'integer', label: 'Whole number', shape: { type: 'integer', displayType: 'integer' } },
  { value: 'currency', label: 'Currency', shape: { type: 'number', displayType: 'currency' } },
  { value: 'date', label: 'Date', shape: { type: 'string', format: 'date', displayType: 'date' } },
  {
    value: 'datetime',
    label: 'Date and time',
    shape: { type: 'string', format: 'date-time', displayType: 'datetime' },
  },
  { value: 'checkbox', label: 'Yes or no', shape: { type: 'boolean', displayType: 'checkbox' } },
  { value: 'select', label: 'One of several', shape: { type: 'string', displayType: 'select' }, hasChoices: true },
  {
    value: 'multiselect',
    label: 'Several of several',
    shape: { type: 'string', displayType: 'multiselect', array: true },
    hasChoices: true,
  },
  { value: 'email', label: 'Email', shape: { type: 'string', displayType: 'email' } },
  { value: 'url', label: 'Web address', shape: { type: 'string', displayType: 'url' } },
  { value: 'phone', label: 'Phone', shape: { type: 'string', displayType: 'phone' } },
]

const MORE: Record<string, string> = { radio: 'One of several', decimal: 'Number', currencyCents: 'Currency in cents' }

/** What kind of field this is, in words. */
export const kindOfField = ({ displayType, array }: Pick<PersonField, 'displayType' | 'array'>): string => {
  const label = FIELD_KINDS.find(({ value }) => value === displayType)?.label ?? MORE[displayType] ?? 'Text'
  return array && displayType !== 'multiselect' ? `${label}, several` : label
}
