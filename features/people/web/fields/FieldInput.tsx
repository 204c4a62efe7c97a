import {
  Autocomplete,
  Checkbox,
  Group,
  MultiSelect,
  NumberInput,
  Radio,
  Select,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import { LONGEST_FIELD, type PersonField } from '../../contract/index.ts'
import { asText, choicesOf, fromLocal, isNumeric, toLocal, typedOf } from './fieldText.ts'
import { isMoney, partsOf, signOf } from './money.ts'

type Props = {
  field: PersonField
  value: unknown
  onChange: (value: unknown) => void
  error?: string | undefined
}

/** A control with the words of its field. */
type Part = Props & { words: { label: string; description: string | undefined; error: string | undefined } }

const Several = ({ field, value, onChange, words }: Part) => {
  const items = Array.isArray(value) ? value.map(String) : []
  const choices = choicesOf(field)
  const put = (next: string[]) => onChange(next.map((one) => typedOf(field, one)))
  return choices.length > 0 && !field.allowNewEnumValues ? (
    <MultiSelect {...words} data={choices} value={items} onChange={put} searchable clearable />
  ) : (
    <TagsInput {...words} data={choices.map((choice) => choice.value)} value={items} onChange={put} />
  )
}

const OneOf = ({ field, value, onChange, words }: Part) => {
  const choices = choicesOf(field)
  const chosen = asText(value)
  const put = (next: string | null) => onChange(next ? typedOf(field, next) : null)
  if (field.displayType === 'radio' && !field.allowNewEnumValues) {
    return (
      <Radio.Group {...words} value={chosen} onChange={put}>
        <Group gap="md" mt={6} mb={4}>
          {choices.map((choice) => (
            <Radio key={choice.value} value={choice.value} label={choice.label} />
          ))}
        </Group>
      </Radio.Group>
    )
  }
  if (field.allowNewEnumValues)
    return <Autocomplete {...words} data={choices.map((choice) => choice.value)} value={chosen} onChange={put} />
  return <Select {...words} data={choices} value={chosen || null} onChange={put} searchable clearable />
}

const Figure = ({ field, value, onChange, words }: Part) => {
  const parts = partsOf(field)
  const put = (next: string | number) => onChange(next === '' ? null : Math.round(Number(next) * parts * 1e9) / 1e9)
  return (
    <NumberInput
      {...words}
      allowDecimal={field.type === 'number' || parts > 1}
      {...(isMoney(field) && { prefix: signOf(field), thousandSeparator: ',', decimalScale: 2 })}
      value={asText(value) === '' ? '' : Number(value) / parts}
      onChange={put}
    />
  )
}

const When = ({ field, value, onChange, words }: Part) => {
  const hasTime = field.format === 'date-time' || field.displayType === 'datetime'
  return (
    <TextInput
      {...words}
      type={hasTime ? 'datetime-local' : 'date'}
      value={toLocal(value, hasTime)}
      onChange={(event) => onChange(fromLocal(event.currentTarget.value, hasTime))}
    />
  )
}

const KINDS: Partial<Record<PersonField['displayType'], string>> = { email: 'email', url: 'url', phone: 'tel' }

const Words = ({ field, value, onChange, words }: Part) => {
  const shared = { ...words, maxLength: LONGEST_FIELD, value: asText(value) }
  if (field.displayType === 'textarea') {
    return (
      <Textarea
        {...shared}
        autosize
        minRows={2}
        maxRows={8}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      />
    )
  }
  return (
    <TextInput
      {...shared}
      type={KINDS[field.displayType] ?? 'text'}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  )
}

const controlOf = (field: PersonField) => {
  const { array, displayType, type, format } = field
  if (array || displayType === 'multiselect') return Several
  if (choicesOf(field).length > 0) return OneOf
  if (isNumeric(field)) return Figure
  if (format || displayType === 'date' || displayType === 'datetime') return When
  return type === 'boolean' ? undefined : Words
}

/** The control that fits a field: text, number, money, date, choice, yes or no. null takes the value away. */
export const FieldInput = (props: Props) => {
  const { field, value, onChange, error } = props
  const words = { label: field.title, description: field.tooltip || undefined, error }
  const Control = controlOf(field)
  if (Control) return <Control {...props} words={words} />
  return <Checkbox {...words} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
}
