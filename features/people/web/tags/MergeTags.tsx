import { Button, Group, Modal, Radio, Select, Stack, Text } from '@mantine/core'
import { ColorDot, count, plural, queryClient, sentenceOf, told, useMutate } from '@millrace/kit/web'
import { useState } from 'react'
import { peopleContract } from '../../contract/index.ts'
import { TAG_CALLS } from '../data.ts'
import { TagUsage } from '../uses/UsageList.tsx'
import type { TagRow } from './tagColumns.tsx'
import css from './tags.module.css'

type Props = {
  /** Those that become one; where it is one alone, the other is chosen here. */
  tags: readonly TagRow[]
  /** All that it could become a part of. */
  all: readonly TagRow[]
  onClose: () => void
}

const largest = (tags: readonly TagRow[]) => [...tags].sort((a, b) => (b.people ?? 0) - (a.people ?? 0))[0]

const Remaining = ({
  tags,
  value,
  onChange,
}: {
  tags: readonly TagRow[]
  value: string
  onChange: (tag: string) => void
}) => (
  <Radio.Group label="The tag that remains" value={value} onChange={onChange}>
    <Stack gap={8} mt={8}>
      {tags.map(({ id, tag, color, people }) => (
        <Radio
          key={id}
          value={tag}
          label={
            <span className={css.tag}>
              <ColorDot color={color} />
              <span>{tag}</span>
              <em>{plural(people ?? 0, 'person', 'people')}</em>
            </span>
          }
        />
      ))}
    </Stack>
  </Radio.Group>
)

/** Makes tags one: the others become part of the one that remains. */
export default function MergeTags({ tags, all, onClose }: Props) {
  const isOne = tags.length === 1
  const [into, setInto] = useState(isOne ? '' : (largest(tags)?.tag ?? ''))
  const others = tags.filter(({ tag }) => tag !== into)
  const merge = useMutate(peopleContract.mergeTag, { invalidates: TAG_CALLS, onError: true })
  const act = async () => {
    for (const { tag } of others) await merge.mutateAsync({ params: { tag }, body: { into } })
    void queryClient.invalidateQueries()
    told.success(others.length > 1 ? 'Tags merged.' : 'Tag merged.')
    onClose()
  }
  const choices = all.filter(({ tag, mergingInto }) => !mergingInto && !tags.some((one) => one.tag === tag))
  const [only] = tags
  return (
    <Modal
      opened
      onClose={onClose}
      title={isOne ? `Merge “${only?.tag}” into another tag` : `Merge ${count(tags.length)} tags`}
    >
      <Stack gap="md">
        {isOne ? (
          <Select
            label="The tag that remains"
            placeholder="Choose a tag"
            limit={100}
            data={choices.map(({ tag }) => tag)}
            value={into || null}
            onChange={(tag) => setInto(tag ?? '')}
            searchable
            nothingFoundMessage="No other tag"
            data-autofocus
          />
        ) : (
          <Remaining tags={tags} value={into} onChange={setInto} />
        )}
        {others.map(({ id, tag }) => (
          <div key={id}>
            <Text fz={12.5} fw={500} mb={6}>
              “{tag}”
            </Text>
            <TagUsage tag={tag} />
          </div>
        ))}
        <Text fz={12.5} c="dimmed">
          Everybody gets the tag that remains, and segments, flows and imports say it from then on. Segments that asked
          for either then hold the people of both, and flows that wait for those segments let them in; flows that wait
          for the tag itself do not. The old name still means it wherever your site or the API says it. This cannot be
          undone.
        </Text>
        {merge.error && (
          <Text role="alert" fz={12.5} c="red">
            {sentenceOf(merge.error)}
          </Text>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!into} loading={merge.isPending} onClick={() => void act().catch(() => undefined)}>
            Merge
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
