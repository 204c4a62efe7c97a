import { ActionIcon, Loader, NumberInput, Select, Switch, Textarea, TextInput, Tooltip } from '@mantine/core'
import { ErrorPanel, useCall, useMutate } from '@millrace/kit/web'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { flowsContract as calls, stepTypeOf } from '../../contract/index.ts'
import { MappingRows } from '../mapping/MappingRows.tsx'
import { useSample } from '../mapping/useSample.ts'
import css from './inspector.module.css'
import type { PanelProps } from './panels.tsx'
import { choicesOf, labelOf, operationOf, type Property, propertiesOf } from './schemaFields.ts'

type FieldProps = {
  name: string
  property: Property
  value: unknown
  onChange(value: unknown): void
  error?: string
}

const Plain = ({ name, property, value, onChange, error }: FieldProps) => {
  const look = { label: labelOf(name, property), description: property.description, error }
  const choices = choicesOf(property)
  if (choices)
    return (
      <Select
        {...look}
        searchable
        clearable
        data={choices}
        value={(value as string) ?? null}
        onChange={(next) => onChange(next ?? undefined)}
      />
    )
  if (property.type === 'boolean')
    return <Switch {...look} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
  if (property.type === 'number' || property.type === 'integer')
    return (
      <NumberInput
        {...look}
        value={(value as number | undefined) ?? ''}
        allowDecimal={property.type === 'number'}
        onChange={(next) => onChange(next === '' ? undefined : Number(next))}
      />
    )
  const text = { ...look, value: (value as string) ?? '' }
  return (property.maxLength ?? 0) > 500 ? (
    <Textarea
      {...text}
      autosize
      minRows={3}
      maxRows={14}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  ) : (
    <TextInput {...text} onChange={(event) => onChange(event.currentTarget.value || undefined)} />
  )
}

type DynamicProps = FieldProps & { serviceId: string; stepId: number; values: Record<string, unknown> }

/** A field whose choices the service knows; they are asked for when it is opened, and again on demand. */
const Dynamic = ({ serviceId, stepId, values, ...field }: DynamicProps) => {
  const [asked, setAsked] = useState<Property>()
  const ask = useMutate(calls.runServiceOperation, { onDone: ({ schema }) => setAsked(schema as Property) })
  const operation = operationOf(field.property)
  const refresh = () => ask.mutate({ params: { serviceId, operationName: operation }, query: { stepId }, body: values })
  const choices = (asked && choicesOf(asked)) ?? []
  const value = field.value as string | undefined
  const isKnown = value === undefined || choices.some((choice) => choice.value === value)
  return (
    <Select
      label={labelOf(field.name, field.property)}
      description={field.property.description}
      placeholder={ask.isPending ? 'Loading…' : 'Choose'}
      searchable
      clearable
      data={isKnown ? choices : [{ value, label: value }, ...choices]}
      value={value ?? null}
      onChange={(next) => field.onChange(next ?? undefined)}
      onDropdownOpen={() => !asked && !ask.isPending && refresh()}
      nothingFoundMessage={ask.isPending ? 'Loading…' : 'Nothing there'}
      error={ask.error?.message ?? field.error}
      inputContainer={(input) => (
        <div className={css.dynamic}>
          {input}
          <Tooltip label="Ask again">
            <ActionIcon
              size={32}
              aria-label={`Ask again for ${labelOf(field.name, field.property)}`}
              loading={ask.isPending}
              onClick={refresh}
            >
              <IconRefresh size={15} />
            </ActionIcon>
          </Tooltip>
        </div>
      )}
    />
  )
}

/** Settings of a step that has no form of its own: a field for each property of its schema, and where its output is kept. */
export default function SchemaPanel(props: PanelProps) {
  const { values, change, problemOf, stepId, serviceId, operationKey } = props
  const sample = useSample(stepId)
  const { data, error, refetch } = useCall(
    calls.getStep,
    { params: { id: stepId ?? 0 }, query: {} },
    { enabled: stepId !== undefined },
  )
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data || stepId === undefined) return <Loader mx="auto" my={24} />
  const type = stepTypeOf({ serviceId, operationKey })
  const mayKeep = type !== undefined && (type.mapsOutput !== 'never' || sample.paths.length > 0)
  return (
    <>
      {Object.entries(propertiesOf(data.step.inputFields.schema)).map(([name, property]) => {
        if (name === 'mapOutput') return null
        const field = {
          name,
          property,
          value: values[name],
          onChange: (value: unknown) => change({ [name]: value }),
          error: problemOf(name),
        }
        return property.dynamic ? (
          <Dynamic key={name} {...field} serviceId={serviceId} stepId={stepId} values={values} />
        ) : (
          <Plain key={name} {...field} />
        )
      })}
      {mayKeep && (
        <MappingRows
          label="Keep what comes back"
          sample={sample}
          lines={(values.mapOutput as { from: string; field: string }[] | undefined) ?? []}
          onChange={(lines) => change({ mapOutput: lines.length ? lines : undefined })}
          error={problemOf('mapOutput')}
        />
      )}
    </>
  )
}
