import { Autocomplete, MultiSelect, NumberInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { LONGEST_FIELD, type PersonField } from '../../contract/index.ts'
import { isMoney, partsOf, signOf } from '../fields/money.ts'
import { withScheme } from './fieldProblem.ts'

type Props = {
  field: PersonField
  value: unknown
  error: string | undefined
  /** The value as it is being typed. */
  onChange: (value: unknown) => void
  /** Done: with a value where the control itself says so. */
  onDone: (value?: unknown) => void
}

type Part = Props & { rest: { 'aria-label': string; error: string | undefined; autoFocus: true; size: 'xs' } }

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value))

const choicesOf = ({ enum: values, enumNames }: PersonField) =>
  (values ?? []).map((value, index) => ({ value: String(value), label: enumNames?.[index] ?? String(value) }))

const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

const Chosen = ({ field, value, onDone, rest, data }: Part & { data: { value: string; label: string }[] }) => (
  <Select
    {...rest}
    data={data}
    value={text(value) || null}
    onChange={(next) => {
      const choice = field.enum?.find((one) => String(one) === next)
      onDone(next === null ? null : field.type === 'boolean' ? next === 'true' : (choice ?? next))
    }}
    searchable={data.length > 6}
    clearable
    defaultDropdownOpened
    comboboxProps={{ withinPortal: true }}
  />
)

const Several = ({ field, value, onChange, rest }: Part) => {
  const items = Array.isArray(value) ? value.map(String) : value ? [String(value)] : []
  const choices = choicesOf(field)
  const put = (next: string[]) => onChange(next.length ? next : null)
  if (choices.length && !field.allowNewEnumValues)
    return <MultiSelect {...rest} data={choices} value={items} onChange={put} searchable clearable />
  return (
    <TagsInput {...rest} data={choices.map(({ value: one }) => one)} value={items} onChange={put} acceptValueOnBlur />
  )
}

const Figure = ({ field, value, onChange, rest }: Part) => {
  const parts = partsOf(field)
  const shown = text(value) === '' ? '' : Number(value) / parts
  return (
    <NumberInput
      {...rest}
      value={shown}
      hideControls
      allowDecimal={field.type === 'number' || parts > 1}
      {...(isMoney(field) && { prefix: signOf(field), decimalScale: 2, thousandSeparator: ',' })}
      onChange={(next) => onChange(next === '' ? null : parts > 1 ? Math.round(Number(next) * parts) : Number(next))}
    />
  )
}

const toLocal = (value: unknown, hasTime: boolean) => {
  const date = new Date(text(value))
  if (!value || Number.isNaN(date.getTime())) return ''
  if (!hasTime) return text(value).slice(0, 10)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const Moment = ({ field, value, onChange, rest }: Part) => {
  const hasTime = field.format === 'date-time' || field.displayType === 'datetime'
  return (
    <TextInput
      {...rest}
      type={hasTime ? 'datetime-local' : 'date'}
      value={toLocal(value, hasTime)}
      onChange={({ currentTarget: { value: next } }) =>
        onChange(next ? (hasTime ? new Date(next).toISOString() : next) : null)
      }
    />
  )
}

/** Anything: what reads as JSON is kept as such, other words as a text. */
const Anything = ({ field, value, onChange, rest, error }: Part) => {
  const [words, setWords] = useState(
    typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value, null, 2),
  )
  const [problem, setProblem] = useState<string>()
  const put = (next: string) => {
    setWords(next)
    const looksLikeJson = /^\s*[[{]/.test(next)
    try {
      onChange(next.trim() === '' ? null : JSON.parse(next))
      setProblem(undefined)
    } catch {
      setProblem(looksLikeJson || field.array ? 'This is not valid JSON yet.' : undefined)
      if (!looksLikeJson) onChange(next)
    }
  }
  return (
    <Textarea
      {...rest}
      error={problem ?? error}
      autosize
      minRows={2}
      maxRows={12}
      styles={{ input: { fontFamily: 'ui-monospace, monospace', fontSize: 12 } }}
      value={words}
      onChange={(event) => put(event.currentTarget.value)}
    />
  )
}

const zones = () =>
  Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))

const Words = ({ field, value, onChange, rest }: Part) => {
  const { displayType, enum: choices, enumNames } = field
  const props = { ...rest, maxLength: LONGEST_FIELD, value: text(value) }
  if (displayType === 'textarea')
    return (
      <Textarea
        {...props}
        autosize
        minRows={2}
        maxRows={10}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  if (choices?.length)
    return (
      <Autocomplete
        {...props}
        data={[...new Set(choices.map((one, at) => enumNames?.[at] ?? String(one)))]}
        onChange={onChange}
      />
    )
  const kind = { email: 'email', url: 'url', phone: 'tel' }[displayType as string] ?? 'text'
  const isUrl = displayType === 'url'
  return (
    <TextInput
      {...props}
      type={kind}
      inputMode={kind as 'text'}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => isUrl && text(value) && onChange(withScheme(text(value)))}
    />
  )
}

const isList = ({ array, displayType, type }: PersonField) => (array && type !== 'any') || displayType === 'multiselect'

const Control = (props: Part) => {
  const { field } = props
  const { displayType, type, format } = field
  if (isList(field)) return <Several {...props} />
  if (type === 'boolean' || displayType === 'checkbox') return <Chosen {...props} data={YES_NO} />
  if (field.enum?.length && !field.allowNewEnumValues) return <Chosen {...props} data={choicesOf(field)} />
  if (field.name === 'timezone') return <Chosen {...props} data={zones()} />
  if (type === 'number' || type === 'integer') return <Figure {...props} />
  if (format || displayType === 'date' || displayType === 'datetime') return <Moment {...props} />
  return type === 'any' ? <Anything {...props} /> : <Words {...props} />
}

/** The control for one field in its place: Enter is done, Escape takes it back. */
export const FieldEditor = (props: Props) => {
  const { field, error, onDone } = props
  const onKeyDown = (event: KeyboardEvent) => {
    const isLong = event.target instanceof HTMLTextAreaElement
    const isOpen = event.target instanceof HTMLElement && event.target.getAttribute('aria-expanded') === 'true'
    if (event.key !== 'Enter' || isOpen || isList(field) || (isLong && !(event.ctrlKey || event.metaKey))) return
    event.preventDefault()
    onDone()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the control inside it
    <div onKeyDown={onKeyDown}>
      <Control {...props} rest={{ 'aria-label': field.title, error, autoFocus: true, size: 'xs' }} />
    </div>
  )
}
