import { Menu } from '@mantine/core'
import { Token, TokenMenu, TokenWord } from '@millrace/kit/web'
import { IconPlus } from '@tabler/icons-react'
import {
  type EventCondition,
  eventNameOf,
  type FrequencyCondition,
  operatorText,
  type Period,
  periodText,
  type RecencyCondition,
  takesPeriod,
  valueText,
} from '../../contract/index.ts'
import { eventOptions, useEventNames } from '../sources.ts'
import c from './Builder.module.css'
import { Comparison } from './Comparison.tsx'
import { EmailChoice } from './EmailChoice.tsx'
import { newMark } from './editTree.ts'
import { eventNamed, systemField, withSystemField } from './fresh.ts'
import { TimePanel } from './LaterTimePanel.tsx'
import { ValueToken } from './ValueToken.tsx'

type Props = { condition: EventCondition; onChange: (next: EventCondition) => void; isWrong: boolean }

const DONE = [
  { value: 'has', label: 'has done' },
  { value: 'has not', label: 'has not done' },
]
const OFTEN = [
  { value: 'at least', label: 'at least' },
  { value: 'is more than', label: 'more than' },
  { value: 'is less than', label: 'less than' },
  { value: '', label: 'any number of times' },
]
const WHEN = [
  { value: 'after period', label: 'in the last' },
  { value: 'before period', label: 'more than … ago' },
  { value: 'on period', label: 'on the day' },
  { value: 'after', label: 'after' },
  { value: 'before', label: 'before' },
  { value: 'on', label: 'on' },
  { value: '', label: 'at any time' },
]

const kindOf = (condition: EventCondition) => systemField(condition, 'type')?.value ?? 'custom'

const Frequency = ({ condition, onChange }: Props) => {
  const often = condition.frequencyCondition
  if (!often) return null
  const set = (next: Partial<FrequencyCondition>) =>
    onChange({ ...condition, frequencyCondition: { ...often, ...next } })
  return (
    <>
      <TokenMenu
        ghost
        label="How often"
        options={OFTEN}
        value={often.condition}
        onChange={(next) =>
          next
            ? set({ condition: next as FrequencyCondition['condition'] })
            : onChange({ ...condition, frequencyCondition: null })
        }
        width={190}
      />
      <TimesToken value={often.value} onChange={(value) => set({ value })} />
    </>
  )
}

const TimesToken = ({ value, onChange }: { value: number; onChange: (value: number) => void }) => (
  <ValueToken
    label="Times"
    kind="number"
    operator="at least"
    value={`${value}`}
    shown={`${value} ${value === 1 ? 'time' : 'times'}`}
    onChange={(next) => onChange(Math.max(0, Math.min(100_000, Math.round(Number(next)))))}
  />
)

const Recency = ({ condition, onChange, isWrong }: Props) => {
  const recency = condition.recencyCondition
  if (!recency) return null
  const isOfPeriod = takesPeriod(recency.condition)
  const set = (next: Partial<RecencyCondition>) => onChange({ ...condition, recencyCondition: { ...recency, ...next } })
  const choose = (next: string) => {
    if (!next) return onChange({ ...condition, recencyCondition: null })
    const operator = next as RecencyCondition['condition']
    set({ condition: operator, value: takesPeriod(operator) === isOfPeriod ? (recency.value ?? null) : null })
  }
  const words =
    isOfPeriod && typeof recency.value === 'object' && recency.value
      ? `${periodText(recency.value)}${recency.condition === 'after period' ? '' : ' ago'}`
      : valueText(recency.value)
  const options = WHEN.map((one) =>
    one.value === 'before period' && recency.condition === one.value ? { ...one, label: 'more than' } : one,
  )
  return (
    <>
      <TokenMenu
        ghost
        label="When"
        options={options}
        value={recency.condition}
        onChange={choose}
        search={false}
        width={190}
      />
      <Token
        label="Time"
        placeholder="when"
        invalid={isWrong && !recency.value}
        width={248}
        panel={(close) => (
          <TimePanel
            isPast
            only={isOfPeriod ? 'period' : 'date'}
            value={(recency.value ?? undefined) as Period | string | undefined}
            onChange={(value) => set({ value })}
            close={close}
          />
        )}
      >
        {words}
      </Token>
    </>
  )
}

const EmailFilter = ({ condition, onChange, isWrong }: Props) => {
  const chosen = systemField(condition, 'data.emailId')
  if (!chosen) return null
  return (
    <>
      <TokenWord>email</TokenWord>
      <EmailChoice
        value={chosen.value ? Number(chosen.value) : undefined}
        onChange={(value) => onChange(withSystemField(condition, 'data.emailId', { ...chosen, value }))}
        isWrong={isWrong}
      />
    </>
  )
}

const UrlFilter = ({ condition, onChange, isWrong }: Props) => {
  const url = systemField(condition, 'url')
  if (!url) return null
  return (
    <>
      <TokenWord>address</TokenWord>
      <Comparison
        label="address"
        kind="text"
        compared={url}
        onChange={(next) => onChange(withSystemField(condition, 'url', { ...url, ...next }))}
        isWrong={isWrong}
      />
    </>
  )
}

const MorePart = ({ condition, onChange }: Props) => {
  const kind = kindOf(condition)
  const parts = [
    !condition.frequencyCondition && {
      label: 'How often',
      add: () =>
        onChange({ ...condition, frequencyCondition: { type: 'frequencyCondition', condition: 'at least', value: 2 } }),
    },
    !condition.recencyCondition && {
      label: 'When',
      add: () =>
        onChange({
          ...condition,
          recencyCondition: { type: 'recencyCondition', condition: 'after period', value: { value: 14, unit: 'days' } },
        }),
    },
    kind === 'email' &&
      !systemField(condition, 'data.emailId') && {
        label: 'Which email',
        add: () =>
          onChange(
            withSystemField(condition, 'data.emailId', { type: 'field', field: 'data.emailId', condition: 'is' }),
          ),
      },
    (kind === 'email' || kind === 'page') &&
      !systemField(condition, 'url') && {
        label: 'Which address',
        add: () => onChange(withSystemField(condition, 'url', { type: 'field', field: 'url', condition: 'contains' })),
      },
    !condition.propertiesConditions?.conditions.length && {
      label: 'Property',
      add: () =>
        onChange({
          ...condition,
          propertiesConditions: {
            type: 'group',
            operator: 'and',
            conditions: [{ type: 'field', uuid: newMark(), field: '', condition: 'is' }],
          },
        }),
    },
  ].filter((part) => !!part)
  if (!parts.length || !eventNameOf(condition)) return null
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className={`${c.add} ${c.quiet}`} aria-label="Narrow it down">
          <IconPlus size={13} stroke={1.9} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown miw={150}>
        {parts.map(({ label, add }) => (
          <Menu.Item key={label} onClick={add}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** `has done` `Project created` `at least` `3 times` `in the last` `14 days` */
export const EventLine = (props: Props) => {
  const { condition, onChange, isWrong } = props
  const names = useEventNames()
  const name = eventNameOf(condition)
  const chosen = names.find(
    (one) => one.name === name && (one.kind === kindOf(condition) || kindOf(condition) === 'custom'),
  )
  const choose = (next: string) => {
    const [kind = 'custom', ...rest] = next.split(':')
    onChange({ ...condition, systemConditions: eventNamed(rest.join(':'), kind) })
  }
  const isOwnWords = !name && condition.systemConditions.conditions.length > 0
  return (
    <>
      <TokenMenu
        ghost
        label="Has or has not"
        options={DONE}
        value={condition.condition}
        onChange={(next) => onChange({ ...condition, condition: next as EventCondition['condition'] })}
        width={160}
      />
      <TokenMenu
        label="Event"
        placeholder={isOwnWords ? 'several events' : 'Choose an event'}
        options={eventOptions(names)}
        value={chosen ? `${chosen.kind}:${chosen.name}` : name}
        onChange={choose}
        search
        create={(text) => `Use “${text}”`}
        width={280}
        none="No events yet"
        invalid={isWrong && !condition.systemConditions.conditions.length}
      />
      <EmailFilter {...props} />
      <UrlFilter {...props} />
      <Frequency {...props} />
      <Recency {...props} />
      <MorePart {...props} />
    </>
  )
}

/** Words for what an event condition says besides its name, where the builder has no tokens for it. */
export const otherWords = ({ systemConditions }: EventCondition): string | undefined => {
  const others = systemConditions.conditions.filter(
    (one) =>
      one.type === 'group' ||
      !['name', 'type', 'url', 'data.emailId'].includes(one.field) ||
      (one.field === 'name' && (one.condition !== 'is' || typeof one.value !== 'string')),
  )
  if (!others.length) return undefined
  return others
    .map((one) =>
      one.type === 'group'
        ? 'a group of its own'
        : `${one.field} ${operatorText(one.condition)} ${valueText(one.value)}`,
    )
    .join(` ${systemConditions.operator} `)
}
