import { z } from 'zod'
import { type Names, stepType, words } from '../../contract/stepType.ts'
import { Duration, FieldName, TimeOfDay, Weekdays, ZoneOf } from '../../contract/values.ts'

const Offset = z.object({
  value: z.coerce.number<number>().int('Use a whole number.').min(0).max(100_000, 'That is too long.'),
  unit: Duration.shape.unit,
  direction: z.enum(['before', 'on', 'after']),
})

const Values = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('duration'), ...Duration.shape }),
    z.object({ kind: z.literal('until'), at: z.iso.datetime({ offset: true, error: 'Choose a date and a time.' }) }),
    z.object({ kind: z.literal('field'), field: FieldName, offset: Offset.optional() }),
    z.object({ kind: z.literal('window'), weekdays: Weekdays, at: TimeOfDay, timezone: ZoneOf }),
  ],
  { error: 'Choose what to wait for.' },
)
/** Settings of a wait. */
export type DelayValues = z.output<typeof Values>

/** Settings of the earlier wait, read only. */
export type OldDelayValues = Duration

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const daysInWords = (weekdays: readonly number[] = []) => {
  const sorted = [...weekdays].sort((a, b) => a - b).join('')
  if (sorted === '1234567') return 'any day'
  if (sorted === '12345') return 'a weekday'
  if (sorted === '67') return 'the weekend'
  return [...sorted].map((day) => DAYS[Number(day) - 1]).join(', ')
}

type Loose = Partial<Extract<DelayValues, { kind: 'duration' }>> &
  Partial<Omit<Extract<DelayValues, { kind: 'field' }>, 'kind'>> &
  Partial<Omit<Extract<DelayValues, { kind: 'window' }>, 'kind' | 'at'>> & { at?: string }

const fieldInWords = ({ field, offset }: Loose, names: Names) => {
  const name = field ? (names.fields?.[field] ?? field) : ''
  if (!field) return { title: 'Wait until a date', text: 'Choose a field' }
  if (!offset || offset.direction === 'on' || !offset.value)
    return { title: `Wait until ${name}`, text: 'On that date' }
  return { title: `Wait until ${name}`, text: `${words(offset.value, offset.unit)} ${offset.direction}` }
}

const summary = (values: Partial<DelayValues>, names: Names) => {
  const loose = values as Loose
  switch (values.kind) {
    case 'duration':
      return loose.value
        ? {
            title: `Wait ${words(loose.value, loose.unit)}`,
            text: `${words(loose.value, loose.unit)} after arriving here`,
          }
        : { title: 'Wait', text: 'Choose how long' }
    case 'until':
      return loose.at
        ? { title: 'Wait until a date', text: `Until ${loose.at.slice(0, 16).replace('T', ' ')}` }
        : { title: 'Wait until a date', text: 'Choose a date and a time' }
    case 'field':
      return fieldInWords(loose, names)
    case 'window':
      return {
        title: `Wait until ${loose.at ?? 'a time'}`,
        text: `On ${daysInWords(loose.weekdays)}, in the ${loose.timezone === 'account' ? 'account’s' : 'person’s'} time zone`,
      }
    default:
      return { title: 'Wait', text: 'Choose what to wait for' }
  }
}

/** Holds people back for a time. */
export const delayStep = stepType<DelayValues>({
  operationKey: '/delay-v2',
  type: 'action',
  kind: 'wait',
  group: 'Timing',
  label: 'Wait',
  description: 'Waits for a time, until a date, or until a time of day.',
  icon: 'clock-hour-4',
  subjects: 'any',
  values: Values,
  startWith: { kind: 'duration', value: 1, unit: 'days' },
  holds: { field: 'field' },
  waits: true,
  summary,
})

/** The earlier wait: read and run, no longer offered. */
export const oldDelayStep = stepType<OldDelayValues>({
  operationKey: '/delay',
  type: 'action',
  kind: 'wait',
  group: 'Timing',
  label: delayStep.label,
  description: delayStep.description,
  icon: delayStep.icon,
  subjects: 'any',
  values: Duration,
  startWith: { value: 1, unit: 'days' },
  waits: true,
  isHidden: true,
  summary: ({ value, unit }) => ({
    title: `Wait ${words(value, unit)}`,
    text: `${words(value, unit)} after arriving here`,
  }),
})
