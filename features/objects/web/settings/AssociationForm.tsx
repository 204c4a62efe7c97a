import { Group, Modal, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { FormFoot, forget, sentenceOf, useMutate } from '@millrace/kit/web'
import { type FormEvent, useState } from 'react'
import {
  ASSOCIATION_TYPES,
  type Association,
  type ObjectSchema,
  objectsContract,
  PERSON,
} from '../../contract/index.ts'
import { SCHEMA_CALLS, TIE_CALLS } from '../data.ts'
import { typeAsSentence } from './cardinality.ts'

const LABELS: Record<Association['type'], string> = {
  '1:1': 'One to one',
  '1:M': 'One to many',
  'M:M': 'Many to many',
}

type Props = {
  schemas: readonly ObjectSchema[]
  /** The kind that it begins at. */
  from: string | undefined
  onClose: () => void
}

/** Makes a way in which two kinds can be tied together. */
export default function AssociationForm({ schemas, from, onClose }: Props) {
  const first = schemas.find(({ name }) => name === from)?.name ?? schemas[1]?.name ?? PERSON
  const [fromObject, setFrom] = useState(first)
  const [toObject, setTo] = useState(first === PERSON ? (schemas[1]?.name ?? PERSON) : PERSON)
  const [type, setType] = useState<Association['type']>('M:M')
  const [name, setName] = useState('')
  const save = useMutate(objectsContract.createAssociation, {
    success: 'Association created successfully.',
    onError: true,
    onDone: () => {
      void forget(...SCHEMA_CALLS, ...TIE_CALLS)
      onClose()
    },
  })
  const kinds = schemas.map((schema) => ({ value: schema.name, label: schema.displayNameSingular }))
  const wordOf = (kind: string) => schemas.find((one) => one.name === kind)
  const one = wordOf(fromObject)?.displayNameSingular.toLowerCase() ?? fromObject
  const other = wordOf(toObject)
  const others =
    (type === '1:1' ? other?.displayNameSingular.toLowerCase() : other?.displayNamePlural.toLowerCase()) ?? toObject
  const guess = `${other?.displayNamePlural ?? toObject} of a ${one}`
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate({ body: { fromObject, toObject, type, name: name.trim() || guess } })
  }
  return (
    <Modal opened onClose={onClose} title="New association">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Group grow gap="sm" align="flex-start">
            <Select
              label="From"
              data={kinds}
              value={fromObject}
              onChange={(value) => value && setFrom(value)}
              allowDeselect={false}
              data-autofocus
            />
            <Select
              label="To"
              data={kinds}
              value={toObject}
              onChange={(value) => value && setTo(value)}
              allowDeselect={false}
            />
          </Group>
          <div>
            <SegmentedControl
              fullWidth
              aria-label="How many on either side"
              value={type}
              onChange={(value) => setType(value as Association['type'])}
              data={ASSOCIATION_TYPES.map((value) => ({ value, label: LABELS[value] }))}
            />
            <Text fz={12} c="dimmed" mt={6}>
              {typeAsSentence(type, one, others)} This cannot be changed later.
            </Text>
          </div>
          <TextInput
            label="Name"
            placeholder={guess}
            value={name}
            maxLength={100}
            error={save.error ? sentenceOf(save.error) : undefined}
            onChange={(event) => {
              save.reset()
              setName(event.currentTarget.value)
            }}
          />
          <FormFoot onCancel={onClose} loading={save.isPending}>
            Create association
          </FormFoot>
        </Stack>
      </form>
    </Modal>
  )
}
