import { Autocomplete, Input, Select } from '@mantine/core'
import { eventsContract } from '@millrace/events/contract'
import { useCall } from '@millrace/kit/web'
import { peopleContract } from '@millrace/people/contract'
import { segmentsContract } from '@millrace/segments/contract'
import css from './inspector.module.css'

type Pick<T> = { label: string; value: T | undefined; onChange(value: T): void; error?: string; description?: string }

/** Chooses a tag; a new one may be typed. */
export const TagPicker = ({ label, value, onChange, error, description }: Pick<string>) => {
  const { data } = useCall(peopleContract.listTags)
  return (
    <Autocomplete
      label={label}
      description={description}
      placeholder="Choose or type a tag"
      data={(data?.tags ?? []).map(({ tag }) => tag)}
      value={value ?? ''}
      onChange={onChange}
      error={error}
    />
  )
}

/** Chooses an event by name; one that was never seen may be typed. */
export const EventPicker = ({ label, value, onChange, error, description }: Pick<string>) => {
  const { data } = useCall(eventsContract.listEventNames, { query: {} })
  return (
    <Autocomplete
      label={label}
      description={description}
      placeholder="Choose or type an event"
      data={[...new Set((data?.names ?? []).map(({ name }) => name))]}
      value={value ?? ''}
      onChange={onChange}
      error={error}
    />
  )
}

/** Chooses a segment of people. */
export const SegmentPicker = ({ label, value, onChange, error }: Pick<number>) => {
  const { data, isPending } = useCall(segmentsContract.listSegments, { query: {} })
  return (
    <Select
      label={label}
      placeholder={isPending ? 'Loading…' : 'Choose a segment'}
      searchable
      data={(data?.segments ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value ? String(value) : null}
      onChange={(id) => id && onChange(Number(id))}
      error={error}
      nothingFoundMessage="No segment of that name"
    />
  )
}

/** Fields whose changes are not told: they have news of their own, or move all the time. */
const NEVER_CHANGING = new Set(['id', 'tags', 'createdAt', 'updatedAt', 'lastSeenAt'])

/** Chooses a person field: of all, of dates or numbers, of those that may be written or that change. */
export const FieldPicker = ({
  label,
  value,
  onChange,
  error,
  isDate,
  mayWrite,
  isNumber,
  changes,
}: Pick<string> & { isDate?: boolean; mayWrite?: boolean; isNumber?: boolean; changes?: boolean }) => {
  const { data, isPending } = useCall(peopleContract.listFields)
  const fields = (data?.fields ?? []).filter(
    ({ format, readOnly, name, type, array }) =>
      (!isDate || format !== null) &&
      (!mayWrite || (!readOnly && name !== 'tags')) &&
      (!isNumber || ((type === 'number' || type === 'integer') && !array)) &&
      (!changes || !NEVER_CHANGING.has(name)),
  )
  return (
    <Select
      label={label}
      placeholder={isPending ? 'Loading…' : 'Choose a field'}
      searchable
      data={fields.map(({ name, title }) => ({ value: name, label: title || name }))}
      value={value || null}
      onChange={(name) => name && onChange(name)}
      error={error}
      nothingFoundMessage="No such field"
    />
  )
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Days of the week, 1 Monday to 7 Sunday. */
export const WeekdayPicker = ({
  value,
  onChange,
  error,
}: {
  value: number[]
  onChange(value: number[]): void
  error?: string
}) => (
  <Input.Wrapper label="Days" labelElement="div" error={error}>
    <div role="group" aria-label="Days" className={css.days}>
      {DAYS.map((day, index) => (
        <label key={day} className={css.day}>
          <input
            type="checkbox"
            aria-label={day}
            checked={value.includes(index + 1)}
            onChange={({ currentTarget: { checked } }) =>
              onChange([...value.filter((one) => one !== index + 1), ...(checked ? [index + 1] : [])].sort())
            }
          />
          {day.slice(0, 2)}
        </label>
      ))}
    </div>
  </Input.Wrapper>
)

/** Whose clock counts. */
export const ZonePicker = ({ value, onChange }: { value: string | undefined; onChange(value: string): void }) => (
  <Select
    label="Time zone"
    data={[
      { value: 'person', label: "The person's, then the account's" },
      { value: 'account', label: "The account's" },
    ]}
    value={value ?? 'person'}
    onChange={(zone) => zone && onChange(zone)}
    allowDeselect={false}
  />
)
