import { ActionIcon, Autocomplete, Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { FieldPicker, Hint, type PanelProps } from '../../web/inspector/index.ts'
import { HookPart } from '../../web/outside/index.ts'
import css from '../../web/outside/outside.module.css'
import type { HookMapping } from './webhookReceived.step.ts'

type Paths = { path: string; sample: string }[]

const PathPicker = ({
  label,
  paths,
  value,
  onChange,
  error,
}: {
  label: string
  paths: Paths
  value: string | undefined
  onChange(path: string | undefined): void
  error?: string
}) => {
  const sample = paths.find(({ path }) => path === value)?.sample
  return (
    <Autocomplete
      label={label}
      placeholder="data.customer.email"
      data={paths.map(({ path }) => path)}
      value={value ?? ''}
      onChange={(path) => onChange(path || undefined)}
      {...(sample && { description: `Last time: ${sample}` })}
      error={error}
    />
  )
}

/** Settings of the trigger: its address, what was delivered, and which part of that is whom and what. */
export default function WebhookReceivedPanel({ values, change, problemOf, stepId, isReadOnly }: PanelProps) {
  const [paths, setPaths] = useState<Paths>([])
  const mapping = (values.mapping as HookMapping | undefined) ?? {}
  const set = (changes: Partial<HookMapping>) => change({ mapping: { ...mapping, ...changes } })
  const fields = mapping.fields ?? []
  return (
    <>
      {stepId !== undefined && !isReadOnly && <HookPart stepId={stepId} onPaths={setPaths} />}
      <Hint>Say where in a delivery things stand. People who are not there yet are made.</Hint>
      <PathPicker
        label="Email address"
        paths={paths}
        value={mapping.email}
        onChange={(email) => set({ email })}
        error={problemOf('mapping')}
      />
      <PathPicker label="User ID" paths={paths} value={mapping.userId} onChange={(userId) => set({ userId })} />
      <PathPicker label="One run per value of" paths={paths} value={mapping.key} onChange={(key) => set({ key })} />
      {fields.map((one, index) => (
        <div key={index} className={css.part}>
          <PathPicker
            label="From"
            paths={paths}
            value={one.from}
            onChange={(from = '') => set({ fields: fields.map((old, at) => (at === index ? { ...old, from } : old)) })}
          />
          <div className={css.address} style={{ alignItems: 'end' }}>
            <div style={{ flex: 1 }}>
              <FieldPicker
                label="Into the field"
                mayWrite
                value={one.field}
                onChange={(field) => set({ fields: fields.map((old, at) => (at === index ? { ...old, field } : old)) })}
              />
            </div>
            <ActionIcon
              size={36}
              aria-label="Remove this field"
              onClick={() => set({ fields: fields.filter((_old, at) => at !== index) })}
            >
              <IconX size={15} />
            </ActionIcon>
          </div>
        </div>
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} />}
        style={{ alignSelf: 'start' }}
        onClick={() => set({ fields: [...fields, { from: '', field: '' }] })}
      >
        Field
      </Button>
    </>
  )
}
