import { Button, ColorSwatch, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { foldersContract } from '@millrace/folders/contract'
import { issuesByField, sentenceOf, useMutate } from '@millrace/kit/web'
import { IconCheck } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import {
  COLORS,
  DEFAULT_COLOR,
  LONGEST_TAG,
  normalTag,
  peopleContract,
  RESERVED_TAGS,
  type Tag,
} from '../../contract/index.ts'
import { PEOPLE_CALLS } from '../data.ts'
import css from './TagForm.module.css'

type Draft = { tag: string; description: string; color: string }

const INVALIDATED = [...PEOPLE_CALLS, peopleContract.listTags, foldersContract.listFolders]

type Props = { tag?: Tag | undefined; onClose: () => void; onMade: (id: number) => Promise<void> }

/** Makes a tag, or renames, describes and colours one. */
export default function TagForm({ tag, onClose, onMade }: Props) {
  const [draft, setDraft] = useState<Draft>(tag ?? { tag: '', description: '', color: DEFAULT_COLOR })
  const options = { invalidates: INVALIDATED, onError: true as const, onDone: onClose }
  const create = useMutate(peopleContract.createTags, {
    ...options,
    success: '✅ Tag created.',
    onDone: ({ tags: [made] }) => {
      onClose()
      if (made) void onMade(made.id)
    },
  })
  const update = useMutate(peopleContract.updateTag, { ...options, success: 'Tag saved.' })
  const save = tag ? update : create
  const name = normalTag(draft.tag)
  const isReserved = RESERVED_TAGS.includes(name.toLowerCase())
  const issue = save.error && (issuesByField(save.error).tag ?? sentenceOf(save.error))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!name || isReserved || save.isPending) return
    const body = { tag: name, description: draft.description.trim(), color: draft.color }
    if (tag) update.mutate({ params: { tag: tag.tag }, body })
    else create.mutate({ body: { tags: [body] } })
  }
  const put = (part: Partial<Draft>) => {
    save.reset()
    setDraft((before) => ({ ...before, ...part }))
  }
  return (
    <Modal opened onClose={onClose} title={tag ? 'Edit tag' : 'New tag'}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label="Name"
            value={draft.tag}
            maxLength={LONGEST_TAG}
            onChange={(event) => put({ tag: event.currentTarget.value })}
            error={isReserved ? `A tag cannot be called “${name}”.` : issue || undefined}
            data-autofocus
          />
          <Textarea
            label="Description"
            value={draft.description}
            maxLength={1000}
            autosize
            minRows={2}
            onChange={(event) => put({ description: event.currentTarget.value })}
          />
          <div>
            <Text fz={12.5} fw={500} mb={6} id="tag-color">
              Colour
            </Text>
            <div className={css.colors} role="radiogroup" aria-labelledby="tag-color">
              {COLORS.map((color) => (
                <ColorSwatch
                  key={color}
                  component="button"
                  type="button"
                  role="radio"
                  aria-checked={color === draft.color}
                  aria-label={color}
                  color={color}
                  size={22}
                  radius={6}
                  withShadow={false}
                  className={css.color as string}
                  onClick={() => put({ color })}
                >
                  {color === draft.color && <IconCheck size={14} stroke={2.4} color="#fff" aria-hidden />}
                </ColorSwatch>
              ))}
            </div>
          </div>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending} disabled={!name || isReserved}>
              {tag ? 'Save' : 'Create tag'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
