import { ColorSwatch, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { FormFoot, issuesByField, queryClient, sentenceOf, TagPill, useMutate } from '@millrace/kit/web'
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
import { TAG_CALLS, useTags } from '../data.ts'
import { TagUsage } from '../uses/UsageList.tsx'
import css from './TagForm.module.css'
import list from './tags.module.css'

type Props = { tag?: Tag | undefined; onClose: () => void; onMade: (id: number) => Promise<void> }
type Draft = Pick<Tag, 'tag' | 'description' | 'color' | 'formerNames'>

const NEW: Draft = { tag: '', description: '', color: DEFAULT_COLOR, formerNames: [] }

/** What keeps a name from being a tag's, besides being empty. */
const useNameIssue = (name: string, tag: Tag | undefined) => {
  const folded = name.toLowerCase()
  const isTaken = useTags().some((one) => one.tag.toLowerCase() === folded && one.id !== tag?.id)
  if (RESERVED_TAGS.includes(folded)) return `A tag cannot be called “${name}”.`
  return isTaken ? 'This tag already exists.' : undefined
}

const useSave = ({ tag, onClose, onMade }: Props) => {
  const options = { invalidates: TAG_CALLS, onError: true as const }
  const create = useMutate(peopleContract.createTags, {
    ...options,
    success: '✅ Tag created.',
    onDone: ({ tags: [made] }) => {
      onClose()
      if (made) void onMade(made.id)
    },
  })
  const update = useMutate(peopleContract.updateTag, {
    ...options,
    success: 'Tag has been saved. Please refresh to see changes.',
    onDone: () => {
      // Whatever names the tag says its new name: segments, flows, imports.
      void queryClient.invalidateQueries()
      onClose()
    },
  })
  const save = tag ? update : create
  return {
    error: save.error,
    isPending: save.isPending,
    reset: save.reset,
    put: ({ tag: name, description, color, formerNames }: Draft) => {
      const body = { tag: name, description: description.trim(), color }
      if (tag) update.mutate({ params: { tag: tag.tag }, body: { ...body, formerNames } })
      else create.mutate({ body: { tags: [body] } })
    },
  }
}

const Colors = ({ value, onChange }: { value: string; onChange: (color: string) => void }) => (
  <div>
    <Text fz={12.5} fw={500} mb={6} id="tag-color">
      Color
    </Text>
    <div className={css.colors} role="radiogroup" aria-labelledby="tag-color">
      {COLORS.map((color) => (
        <ColorSwatch
          key={color}
          component="button"
          type="button"
          role="radio"
          aria-checked={color === value}
          aria-label={color}
          color={color}
          size={22}
          radius={6}
          withShadow={false}
          className={css.color as string}
          onClick={() => onChange(color)}
        >
          {color === value && <IconCheck size={14} stroke={2.4} color="#fff" aria-hidden />}
        </ColorSwatch>
      ))}
    </div>
  </div>
)

const FormerNames = ({ names, onChange }: { names: readonly string[]; onChange: (names: string[]) => void }) => (
  <div>
    <Text fz={12.5} fw={500} mb={6}>
      Former names
    </Text>
    <div className={list.former}>
      {names.map((name) => (
        <TagPill key={name} name={name} onRemove={() => onChange(names.filter((one) => one !== name))} />
      ))}
    </div>
    <Text fz={12} c="dimmed" mt={6}>
      Your site, the API and files that still say one of them mean this tag.
    </Text>
  </div>
)

/** Makes a tag, or renames, describes and colours one. */
export default function TagForm(props: Props) {
  const { tag, onClose } = props
  const [draft, setDraft] = useState<Draft>(tag ?? NEW)
  const save = useSave(props)
  const name = normalTag(draft.tag)
  const nameIssue = useNameIssue(name, tag)
  const refusal = save.error && (issuesByField(save.error).tag ?? sentenceOf(save.error))
  const cannot = !name || nameIssue !== undefined || Boolean(tag?.mergingInto)
  const put = (part: Partial<Draft>) => {
    save.reset()
    setDraft((before) => ({ ...before, ...part }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!cannot && !save.isPending) save.put({ ...draft, tag: name })
  }
  return (
    <Modal opened onClose={onClose} title={tag ? 'Edit Tag' : 'New Tag'}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label="Tag"
            value={draft.tag}
            maxLength={LONGEST_TAG}
            onChange={(event) => put({ tag: event.currentTarget.value })}
            error={nameIssue ?? (refusal || undefined)}
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
          <Colors value={draft.color} onChange={(color) => put({ color })} />
          {draft.formerNames.length > 0 && (
            <FormerNames names={draft.formerNames} onChange={(formerNames) => put({ formerNames })} />
          )}
          {tag && <TagUsage tag={tag.tag} isLinked />}
          {tag && name.toLowerCase() !== tag.tag.toLowerCase() && name && (
            <Text fz={12.5} c="dimmed">
              Segments, flows and imports say the new name at once; nobody enters or leaves because of it.
            </Text>
          )}
          <FormFoot onCancel={onClose} loading={save.isPending} disabled={cannot}>
            {tag ? 'Save' : 'Create'}
          </FormFoot>
        </Stack>
      </form>
    </Modal>
  )
}
