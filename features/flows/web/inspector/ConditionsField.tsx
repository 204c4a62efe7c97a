import { ActionIcon, Button, Group, Input, Modal, SegmentedControl, Select, TextInput } from '@mantine/core'
import { eventsContract } from '@millrace/events/contract'
import { useCall } from '@millrace/kit/web'
import { isBare, OPERATORS, takesPeriod } from '@millrace/segments/contract'
import { IconPlus, IconX } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { type Conditions, conditionWords } from '../../contract/index.ts'
import { PeopleConditions } from './PeopleConditions.tsx'

type Row = { type: string; field?: string; condition?: string; value?: unknown }
const EMPTY: Conditions = { type: 'group', operator: 'and', conditions: [] }
const PROPERTY_OPERATORS = OPERATORS.filter((operator) => !takesPeriod(operator) && !/any of$/.test(operator))

type Props = {
  label: string
  description?: string
  subject: 'person' | 'event'
  eventName?: string
  value: unknown
  onChange(value: Conditions | undefined): void
  error?: string
}

const PropertyRow = ({
  row,
  names,
  onChange,
  onRemove,
}: {
  row: Row
  names: string[]
  onChange(row: Row): void
  onRemove(): void
}) => {
  const typed = (text: string) => (text !== '' && !Number.isNaN(Number(text)) ? Number(text) : text)
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <Select
        aria-label="Property"
        placeholder="Property"
        searchable
        data={row.field && !names.includes(row.field) ? [row.field, ...names] : names}
        value={row.field ?? null}
        onChange={(field) => field && onChange({ ...row, field })}
        w={112}
      />
      <Select
        aria-label="Comparison"
        data={PROPERTY_OPERATORS}
        value={row.condition ?? 'is'}
        onChange={(condition) => condition && onChange({ ...row, condition })}
        w={104}
        allowDeselect={false}
      />
      {!isBare(row.condition ?? 'is') && (
        <TextInput
          aria-label="Value"
          value={String(row.value ?? '')}
          onChange={(event) => onChange({ ...row, value: typed(event.currentTarget.value) })}
          flex={1}
        />
      )}
      <ActionIcon aria-label="Remove property" onClick={onRemove}>
        <IconX size={14} />
      </ActionIcon>
    </Group>
  )
}

const PropertyConditions = ({
  value,
  eventName,
  onChange,
}: {
  value: Conditions
  eventName?: string
  onChange(value: Conditions | undefined): void
}) => {
  const { data } = useCall(eventsContract.listEventNames, { query: {} })
  const names = [
    ...new Set(
      (data?.names ?? [])
        .filter(({ name }) => !eventName || name === eventName)
        .flatMap(({ properties }) => properties.map(({ name }) => name)),
    ),
  ]
  const rows = value.conditions as Row[]
  const set = (conditions: Row[]) => onChange(conditions.length ? ({ ...value, conditions } as Conditions) : undefined)
  return (
    <div style={{ display: 'grid', gap: 6 }}>
      {rows.length > 1 && (
        <SegmentedControl
          aria-label="How conditions are joined"
          data={[
            { value: 'and', label: 'all match' },
            { value: 'or', label: 'any matches' },
          ]}
          value={value.operator}
          onChange={(operator) => onChange({ ...value, operator: operator as 'and' | 'or' })}
        />
      )}
      {rows.map((row, index) => (
        <PropertyRow
          key={index}
          row={row}
          names={names}
          onChange={(next) => set(rows.map((old, at) => (at === index ? next : old)))}
          onRemove={() => set(rows.filter((_, at) => at !== index))}
        />
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} />}
        onClick={() => set([...rows, { type: 'field', field: names[0] ?? '', condition: 'is', value: '' }])}
        style={{ justifySelf: 'start' }}
      >
        Property
      </Button>
    </div>
  )
}

/** Conditions in the drawer: of an event's properties in place, of people in a dialog with the segment builder. */
export const ConditionsField = ({ label, description, subject, eventName, value, onChange, error }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const conditions = (value as Conditions | undefined) ?? EMPTY
  const [draft, setDraft] = useState(conditions)
  const open = () => {
    setDraft(conditions)
    setOpen(true)
  }
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error}>
      {subject === 'event' ? (
        <div style={{ marginTop: 6 }}>
          <PropertyConditions value={conditions} eventName={eventName} onChange={onChange} />
        </div>
      ) : (
        <>
          <p style={{ margin: '6px 0', lineHeight: 1.5, color: 'var(--ink-2)' }}>
            {conditionWords(conditions, {}) || 'No conditions yet.'}
          </p>
          <Button variant="default" onClick={open} fullWidth>
            {conditions.conditions.length ? 'Edit conditions' : 'Add conditions'}
          </Button>
          <Modal opened={isOpen} onClose={() => setOpen(false)} title={label} size={820}>
            <Suspense fallback={null}>
              <PeopleConditions value={draft} onChange={setDraft} />
            </Suspense>
            <Group justify="flex-end" mt={16}>
              <Button variant="default" onClick={() => setOpen(false)}>
                Cancel
              </Button>
              <Button
                onClick={() => {
                  onChange(draft.conditions.length ? draft : undefined)
                  setOpen(false)
                }}
              >
                Done
              </Button>
            </Group>
          </Modal>
        </>
      )}
    </Input.Wrapper>
  )
}
