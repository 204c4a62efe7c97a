import { Modal, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { FormFoot, issuesByField, sentenceOf, told, useMutate } from '@millrace/kit/web'
import { type FormEvent, useState } from 'react'
import { preferencesContract as calls } from '../../contract/calls.ts'
import type { CommunicationCategory } from '../../contract/preferences.ts'

type Props = { category?: CommunicationCategory | undefined; onClose: () => void }
type Draft = Pick<CommunicationCategory, 'name' | 'description' | 'type'>

const NEW: Draft = { name: '', description: '', type: 'marketing' }

const TYPES = [
  { value: 'marketing', label: 'Marketing' },
  { value: 'transactional', label: 'Transactional' },
]

const ABOUT: Record<Draft['type'], string> = {
  marketing: 'Readers can switch it off. Its mail carries a way out.',
  transactional: 'Receipts, resets, answers: sent to whoever has unsubscribed, too, and not on the page of choices.',
}

const useSave = ({ category, onClose }: Props) => {
  const options = { invalidates: [calls.listCategories], onDone: onClose }
  const failed = { onError: () => told.error('Error while updating category.') }
  const create = useMutate(calls.createCategory, {
    ...options,
    ...failed,
    success: ({ category: { name } }) => `${name} created successfully.`,
  })
  const update = useMutate(calls.updateCategory, { ...options, ...failed, success: 'Category updated.' })
  const save = category ? update : create
  return {
    error: save.error,
    isPending: save.isPending,
    put: ({ name, description, type }: Draft) => {
      if (category) update.mutate({ params: { id: category.id }, body: { name, description } })
      else create.mutate({ body: { name, description, type } })
    },
  }
}

/** Makes a kind of mail, or names and describes one. */
export default function CategoryForm(props: Props) {
  const { category, onClose } = props
  const [draft, setDraft] = useState<Draft>(category ?? NEW)
  const { error, isPending, put } = useSave(props)
  const issues = error ? issuesByField(error) : {}
  const isWhole = draft.name.trim() !== '' && draft.description.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWhole) put(draft)
  }
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  return (
    <Modal opened onClose={onClose} title={category ? 'Edit category' : 'New category'}>
      <form onSubmit={submit}>
        <Stack gap={14}>
          <TextInput
            label="Name"
            description="Readers see it: “Product news”."
            data-autofocus
            required
            maxLength={255}
            value={draft.name}
            error={issues.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <Textarea
            label="Description"
            description="What they get, and how often."
            required
            autosize
            minRows={2}
            maxRows={6}
            maxLength={2000}
            value={draft.description}
            error={issues.description}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
          <div>
            <Text fz={12.5} fw={500} mb={6} id="category-type">
              Type
            </Text>
            <SegmentedControl
              aria-labelledby="category-type"
              data={TYPES}
              value={draft.type}
              disabled={category !== undefined}
              onChange={(type) => change({ type: type as Draft['type'] })}
            />
            <Text fz={12} c="dimmed" mt={6}>
              {ABOUT[draft.type]}
            </Text>
          </div>
          {error && Object.keys(issues).length === 0 && (
            <Text fz={12.5} c="red" role="alert">
              {sentenceOf(error)}
            </Text>
          )}
          <FormFoot onCancel={onClose} loading={isPending} disabled={!isWhole}>
            {category ? 'Save' : 'Create category'}
          </FormFoot>
        </Stack>
      </form>
    </Modal>
  )
}
