import { Modal, Select, Stack, Text } from '@mantine/core'
import type { Selection } from '@millrace/kit/web'
import { FormFoot } from '@millrace/kit/web'
import { FieldInput } from '@millrace/people/web'
import { type FormEvent, useState } from 'react'
import type { ObjectSchema, ObjectSelection } from '../../contract/index.ts'
import { useObjectsBulk } from './useObjectsBulk.ts'

type Props = {
  schema: ObjectSchema
  /** "12 companies". */
  words: string
  chosen: ObjectSelection
  selection: Selection<number>
  some: (count: number) => string
  onClose: () => void
}

const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Gives a field of all chosen objects the same value, or empties it. */
export default function SetField({ schema, words, chosen, selection, some, onClose }: Props) {
  const { run, isBusy, error, forgive } = useObjectsBulk({ schema, selection, words: some, onDone: onClose })
  const [name, setName] = useState<string | null>(null)
  const [value, setValue] = useState<unknown>(null)
  const field = schema.fields.find((one) => one.name === name)
  const isEmptying = isNothing(value)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (field && !isBusy) run('set', chosen, { [field.name]: isEmptying ? null : value })
  }
  return (
    <Modal opened onClose={onClose} title={`Set a field of ${words}`}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Select
            label="Field"
            placeholder="Choose a field"
            data={schema.fields.map((one) => ({ value: one.name, label: one.title }))}
            value={name}
            onChange={(next) => {
              setName(next)
              setValue(null)
              forgive()
            }}
            searchable
            data-autofocus
          />
          {field && (
            <FieldInput
              key={field.name}
              field={{ ...field, title: 'Value' }}
              value={value}
              onChange={(next) => {
                setValue(next)
                forgive()
              }}
              error={error}
            />
          )}
          {field && (
            <Text size="sm" c="dimmed">
              {isEmptying
                ? `Without a value, ${field.title} is emptied in ${words}.`
                : `Whatever ${field.title} holds now in ${words} is replaced.`}
            </Text>
          )}
          <FormFoot
            onCancel={onClose}
            loading={isBusy}
            disabled={!field}
            color={field && isEmptying ? 'red' : undefined}
          >
            {field && isEmptying ? `Empty ${field.title}` : 'Set field'}
          </FormFoot>
        </Stack>
      </form>
    </Modal>
  )
}
