import { Checkbox, MultiSelect, NumberInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { LONGEST_FIELD, type PersonField } from '../../contract/index.ts'

type Props = {
  field: PersonField
  value: unknown
  onChange: (value: unknown) => void
  error?: string | undefined
}

const asText = (value: unknown) => (value === null || value === undefined ? '' : String(value))

const choicesOf = ({ enum: values, enumNames }: PersonField) =>
  (values ?? []).map((value, index) => ({ value: String(value), label: enumNames?.[index] ?? String(value) }))

/** A local time as the browser's own field takes it, and back. */
const toLocal = (value: unknown, hasTime: boolean) => {
  const date = new Date(asText(value))
  if (!value || Number.isNaN(date.getTime())) return ''
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString()
  return local.slice(0, hasTime ? 16 : 10)
}
const fromLocal = (text: string, hasTime: boolean) => {
  if (!text) return null
  return hasTime ? new Date(text).toISOString() : text
}

const several = (field: PersonField, value: unknown, onChange: Props['onChange'], rest: object) => {
  const items = Array.isArray(value) ? value.map(String) : []
  const choices = choicesOf(field)
  return choices.length > 0 && !field.allowNewEnumValues ? (
    <MultiSelect {...rest} data={choices} value={items} onChange={onChange} searchable clearable />
  ) : (
    <TagsInput {...rest} data={choices.map(({ label }) => label)} value={items} onChange={onChange} />
  )
}

/** The control that fits a field: text, number, date, choice, yes or no. null takes the value away. */
export const FieldInput = ({ field, value, onChange, error }: Props) => {
  const { title, displayType, format, type, array } = field
  const rest = { label: title, description: field.tooltip || undefined, error }
  if (array || displayType === 'multiselect') return several(field, value, onChange, rest)
  if (type === 'boolean' || displayType === 'checkbox') {
    return <Checkbox {...rest} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
  }
  if (choicesOf(field).length > 0) {
    return (
      <Select
        {...rest}
        data={choicesOf(field)}
        value={asText(value) || null}
        onChange={(next) => onChange(next)}
        searchable
        clearable
      />
    )
  }
  if (type === 'number' || type === 'integer') {
    const put = (next: string | number) => onChange(next === '' ? null : Number(next))
    return (
      <NumberInput
        {...rest}
        allowDecimal={type === 'number'}
        value={asText(value) === '' ? '' : Number(value)}
        onChange={put}
      />
    )
  }
  if (format || displayType === 'date' || displayType === 'datetime') {
    const hasTime = format === 'date-time' || displayType === 'datetime'
    return (
      <TextInput
        {...rest}
        type={hasTime ? 'datetime-local' : 'date'}
        value={toLocal(value, hasTime)}
        onChange={(event) => onChange(fromLocal(event.currentTarget.value, hasTime))}
      />
    )
  }
  if (displayType === 'textarea') {
    return (
      <Textarea
        {...rest}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={LONGEST_FIELD}
        value={asText(value)}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      />
    )
  }
  const kind = { email: 'email', url: 'url', phone: 'tel' }[displayType as string] ?? 'text'
  return (
    <TextInput
      {...rest}
      type={kind}
      maxLength={LONGEST_FIELD}
      value={asText(value)}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  )
}
