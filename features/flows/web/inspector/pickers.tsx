import { Autocomplete, Input, Select } from '@mantine/core'
import { eventsContract } from '@millrace/events/contract'
import { count, plural, useCall } from '@millrace/kit/web'
import { type PersonField, peopleContract } from '@millrace/people/contract'
import { ALL_SEGMENT_ID } from '@millrace/segments/contract'
import { useSegmentsOf } from '@millrace/segments/web'
import { useFlowKind } from '../kind/flowKind.ts'
import css from './inspector.module.css'
import { Hint } from './parts.tsx'

type Pick<T> = { label: string; value: T | undefined; onChange(value: T): void; error?: string; description?: string }

/** Chooses a tag; a new one may be typed. */
export const TagPicker = ({ label, value, onChange, error, description }: Pick<string>) => {
  const { data } = useCall(peopleContract.listTags)
  return (
    <Autocomplete
      label={label}
      description={description}
      placeholder="Choose or type a tag"
      limit={100}
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
      limit={100}
      data={[...new Set((data?.names ?? []).map(({ name }) => name))]}
      value={value ?? ''}
      onChange={onChange}
      error={error}
    />
  )
}

/** Chooses a segment of what the flow takes; `withAll` offers all of them where these are objects. */
export const SegmentPicker = ({ label, value, onChange, error, withAll }: Pick<number> & { withAll?: boolean }) => {
  const { objectType, isOfPeople, words } = useFlowKind()
  const { data, isPending, building } = useSegmentsOf(objectType, value)
  const { done = 0, total = 0 } = building?.building ?? {}
  const all = withAll && !isOfPeople ? [{ value: String(ALL_SEGMENT_ID), label: `All ${words.many}` }] : []
  return (
    <Select
      label={label}
      placeholder={isPending ? 'Loading…' : 'Choose a segment'}
      searchable
      limit={100}
      data={[...all, ...(data?.segments ?? []).map(({ id, name }) => ({ value: String(id), label: name }))]}
      value={value ? String(value) : null}
      onChange={(id) => id && onChange(Number(id))}
      error={error}
      nothingFoundMessage="No segment of that name"
      description={
        building &&
        `Still being built: who is in it is known of ${count(done)} of ${plural(total, words.one, words.many)}.`
      }
    />
  )
}

/** Fields whose changes are not told: they have news of their own, or move all the time. */
const NEVER_CHANGING = new Set(['id', 'tags', 'createdAt', 'updatedAt', 'lastSeenAt'])

/** The fields of what the flow takes. */
const useFields = (): { fields: readonly PersonField[]; isPending: boolean } => {
  const { isOfPeople, schema } = useFlowKind()
  const { data, isPending } = useCall(peopleContract.listFields, {}, { enabled: isOfPeople })
  if (isOfPeople) return { fields: data?.fields ?? [], isPending }
  return { fields: schema?.fields ?? [], isPending: schema === undefined }
}

/** Chooses a field of what the flow takes: of all, of dates or numbers, of those that may be written or that change. */
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
  const { fields: all, isPending } = useFields()
  const fields = all.filter(
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
      limit={100}
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

/** Whose clock counts: objects have none of their own. */
export const ZonePicker = ({ value, onChange }: { value: string | undefined; onChange(value: string): void }) =>
  useFlowKind().isOfPeople ? (
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
  ) : (
    <Hint>In the account’s time zone.</Hint>
  )
