import { Popover } from '@mantine/core'
import {
  askFirst,
  BulkBar,
  BulkButton,
  forget,
  plural,
  type Selection,
  told,
  useMay,
  useMutate,
  useSelected,
} from '@millrace/kit/web'
import { IconArchive, IconArchiveOff, IconTag, IconTagOff } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { peopleContract } from '../../contract/index.ts'
import { PEOPLE_CALLS } from '../data.ts'
import { TagPicker } from '../tags/TagPicker.tsx'
import { selectionBody } from './selectionBody.ts'

type Props = { selection: Selection<number>; total: number; search: string; isArchived: boolean }

type TagChoiceProps = { icon: ReactNode; label: string; canMake: boolean; onTag: (tag: string) => void }

const TagChoice = ({ icon, label, canMake, onTag }: TagChoiceProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top" width={240} trapFocus>
      <Popover.Target>
        <div>
          <BulkButton icon={icon} onClick={() => setOpen((was) => !was)}>
            {label}
          </BulkButton>
        </div>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <TagPicker
          canMake={canMake}
          onTag={(tag) => {
            setOpen(false)
            onTag(tag)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

/** What can be done with the chosen people. */
export default function PeopleBulk({ selection, total, search, isArchived }: Props) {
  const now = useSelected(selection)
  const mayWrite = useMay('people:write')
  const chosen = selection.count(total)
  const done = () => {
    selection.setAll(false)
    void forget(...PEOPLE_CALLS, peopleContract.listTags)
  }
  const tag = useMutate(peopleContract.tagPeople, {
    success: ({ isQueued }) => (isQueued ? 'People will be tagged shortly.' : 'People successfully tagged.'),
    onDone: done,
  })
  const untag = useMutate(peopleContract.untagPeople, { success: 'People will be untagged shortly.', onDone: done })
  const archive = useMutate(peopleContract.archivePeople, {
    success: 'Selected people will be archived shortly.',
    onDone: done,
  })
  const restore = useMutate(peopleContract.restorePeople, { success: 'People will be restored shortly.', onDone: done })
  const restoreAll = useMutate(peopleContract.restoreAllPeople, {
    success: 'People will be restored shortly.',
    onDone: done,
  })
  const body = () => selectionBody(now, search)
  const askArchive = async () => {
    const isSure = await askFirst({
      title: `Archive ${plural(chosen, 'person', 'people')}?`,
      children: 'They leave their flows and segments and get no more mail. You can bring them back from the archive.',
      confirm: 'Archive',
      danger: true,
    })
    if (isSure) archive.mutate({ body: body() })
  }
  const bringBack = () => {
    if (!now.isAll) return restore.mutate({ body: { people: [...now.ids].map((id) => ({ id })) } })
    if (now.ids.size === 0 && !search) return restoreAll.mutate({})
    told.info('Choose people one by one, or all of them, to bring them back.')
  }
  if (!mayWrite) return null
  return (
    <BulkBar selected={chosen} onClear={() => selection.setAll(false)}>
      {isArchived ? (
        <BulkButton icon={<IconArchiveOff size={15} stroke={1.7} />} onClick={bringBack}>
          Restore
        </BulkButton>
      ) : (
        <>
          <TagChoice
            icon={<IconTag size={15} stroke={1.7} />}
            label="Add tag"
            canMake
            onTag={(name) => tag.mutate({ body: { ...body(), tag: name } })}
          />
          <TagChoice
            icon={<IconTagOff size={15} stroke={1.7} />}
            label="Remove tag"
            canMake={false}
            onTag={(name) => untag.mutate({ body: { ...body(), tag: name } })}
          />
          <BulkButton icon={<IconArchive size={15} stroke={1.7} />} onClick={() => void askArchive()}>
            Archive
          </BulkButton>
        </>
      )}
    </BulkBar>
  )
}
