import { Autocomplete, Checkbox, Group, Select } from '@mantine/core'
import { eventsContract } from '@millrace/events/contract'
import { useCall } from '@millrace/kit/web'
import { peopleContract } from '@millrace/people/contract'
import { segmentsContract } from '@millrace/segments/contract'

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

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

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
  <Checkbox.Group
    label="Days"
    value={value.map(String)}
    onChange={(days) => onChange(days.map(Number).sort())}
    error={error}
  >
    <Group gap={10} mt={4}>
      {DAYS.map((day, index) => (
        <Checkbox key={day} value={String(index + 1)} label={day} />
      ))}
    </Group>
  </Checkbox.Group>
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
