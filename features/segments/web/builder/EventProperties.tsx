import { ActionIcon } from '@mantine/core'
import { TokenMenu } from '@millrace/kit/web'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import {
  type EventCondition,
  type EventGroup,
  eventNameOf,
  type FieldCondition,
  type ValueKind,
} from '../../contract/index.ts'
import { useEventNames } from '../sources.ts'
import c from './Builder.module.css'
import { Comparison } from './Comparison.tsx'
import { newMark } from './editTree.ts'

type Props = { condition: EventCondition; onChange: (next: EventCondition) => void; isWrong: boolean }

const KINDS: Record<string, ValueKind> = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
  array: 'any',
  object: 'any',
  date: 'date',
  'date-time': 'date',
}

const useProperties = (condition: EventCondition) => {
  const name = eventNameOf(condition)
  return useEventNames().find((one) => one.name === name)?.properties ?? []
}

type RowProps = {
  word: string
  onFlip?: () => void
  property: FieldCondition
  known: ReturnType<typeof useProperties>
  onChange: (next: FieldCondition) => void
  onRemove: () => void
  isWrong: boolean
  /** After the last one: the button for a further property. */
  children?: ReactNode
}

const Row = ({ word, onFlip, property, known, onChange, onRemove, isWrong, children }: RowProps) => {
  const seen = known.find(({ name }) => name === property.field)
  const kind = seen ? (KINDS[seen.type] ?? 'any') : 'any'
  const choose = (field: string) => {
    const next = KINDS[known.find(({ name }) => name === field)?.type ?? ''] ?? 'any'
    onChange({ ...property, field, condition: next === 'date' ? 'after period' : 'is', value: undefined })
  }
  return (
    <div className={c.line}>
      <button
        type="button"
        className={c.where}
        disabled={!onFlip}
        onClick={onFlip}
        title={onFlip && 'Change between and / or'}
      >
        {word}
      </button>
      <TokenMenu
        label="Property"
        placeholder="Choose a property"
        options={known.map(({ name, type }) => ({ value: name, label: name, note: type }))}
        value={property.field || undefined}
        onChange={choose}
        search
        create={(text) => `Use “${text}”`}
        none="No properties seen yet"
        invalid={isWrong && !property.field}
      />
      {property.field && (
        <Comparison
          label={property.field}
          kind={kind}
          compared={property}
          onChange={(next) => onChange({ ...property, ...next })}
          values={(seen?.samples ?? []).map(String)}
          isWrong={isWrong}
        />
      )}
      {children}
      <span className={`${c.actions} ${c.quiet}`} style={{ marginLeft: 0 }}>
        <ActionIcon size={24} aria-label="Remove property" onClick={onRemove}>
          <IconTrash size={13} stroke={1.8} aria-hidden />
        </ActionIcon>
      </span>
    </div>
  )
}

/** `where` `project type` `is any of` `Website, Mobile app` */
export const EventProperties = ({ condition, onChange, isWrong }: Props) => {
  const known = useProperties(condition)
  const group = condition.propertiesConditions
  if (!group?.conditions.length) return null
  const set = (conditions: EventGroup['conditions'], operator = group.operator) =>
    onChange({ ...condition, propertiesConditions: conditions.length ? { ...group, operator, conditions } : null })
  const flip = () => set(group.conditions, group.operator === 'and' ? 'or' : 'and')
  const add = (
    <button
      type="button"
      className={c.add}
      onClick={() => set([...group.conditions, { type: 'field', uuid: newMark(), field: '', condition: 'is' }])}
    >
      <IconPlus size={12} stroke={1.9} aria-hidden /> Property
    </button>
  )
  return (
    <div className={c.nest}>
      {group.conditions.map((one, index) =>
        one.type === 'field' ? (
          <Row
            key={one.uuid ?? index}
            word={index === 0 ? 'where' : group.operator}
            {...(index > 0 && { onFlip: flip })}
            property={one}
            known={known}
            onChange={(next) => set(group.conditions.with(index, next))}
            onRemove={() => set(group.conditions.toSpliced(index, 1))}
            isWrong={isWrong}
          >
            {index === group.conditions.length - 1 && add}
          </Row>
        ) : (
          <div className={c.line} key={one.uuid ?? index}>
            <span className={c.where}>{index === 0 ? 'where' : group.operator}</span> a group of its own
          </div>
        ),
      )}
    </div>
  )
}
