import { Button, Menu } from '@mantine/core'
import { EmptyFolder, FolderMenuItems, FolderScope, FolderSide, rowDrag, useFolders } from '@millrace/folders/web'
import {
  addressShape,
  askFirst,
  BulkButton,
  EmptyState,
  ErrorPanel,
  ListTable,
  NothingFound,
  param,
  plural,
  useAddress,
  useCall,
  useMay,
  useMutate,
  useSelection,
} from '@millrace/kit/web'
import { IconArrowMerge, IconFolderSymlink, IconPencil, IconTag, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { peopleContract } from '../../contract/index.ts'
import { TAG_CALLS } from '../data.ts'
import { TAG_COLUMNS, type TagRow } from '../tags/tagColumns.tsx'
import { SearchedHead } from './SearchedHead.tsx'

const TagForm = lazy(() => import('../tags/TagForm.tsx'))
const MergeTags = lazy(() => import('../tags/MergeTags.tsx'))
const TagUsage = lazy(() => import('../uses/UsageList.tsx').then((all) => ({ default: all.TagUsage })))

const Address = addressShape({
  search: param.text(),
  sort: param.text(),
  /** The folder that is open, or `favorites`. */
  folder: param.text(),
  /** `new`, or the id of the tag that is edited. */
  'tag-edit': param.text(),
})

const LOOK_MS = 2_000

const useRows = () => {
  const isMerging = (tags: readonly { mergingInto: string | null }[] | undefined) =>
    tags?.some(({ mergingInto }) => mergingInto) ?? false
  const [isWaiting, setWaiting] = useState(false)
  const tags = useCall(peopleContract.listTags, {}, { everyMs: isWaiting && LOOK_MS })
  const counts = useCall(peopleContract.countTags, {}, { everyMs: isWaiting && LOOK_MS })
  if (isMerging(tags.data?.tags) !== isWaiting) setWaiting(!isWaiting)
  const rows = useMemo(() => {
    const people = counts.data?.tagCounts
    const most = Math.max(1, ...Object.values(people ?? {}))
    return tags.data?.tags.map((tag): TagRow => {
      const carried = people && (people[tag.tag] ?? 0)
      const uses = counts.data && (counts.data.useCounts[tag.tag] ?? 0)
      const merged = counts.data?.mergedShares[tag.tag]
      return { ...tag, people: carried, uses, share: (carried ?? 0) / most, merged }
    })
  }, [tags.data, counts.data])
  return { rows, error: tags.error, refetch: tags.refetch }
}

/** Asks before tags go, with what uses them, and lets them go. */
const useDelete = () => {
  const remove = useMutate(peopleContract.deleteTag, {
    success: 'Tag deleted.',
    invalidates: TAG_CALLS,
    optimistic: ({ params: { tag } }, answers) =>
      answers.patch(peopleContract.listTags, (old) => ({ tags: old.tags.filter((one) => one.tag !== tag) })),
  })
  return async (rows: readonly TagRow[]) => {
    const [only] = rows
    const isOne = rows.length === 1
    const isSure = await askFirst({
      title: isOne ? `Delete the tag “${only?.tag}”?` : `Delete ${plural(rows.length, 'tag')}?`,
      children: (
        <>
          {isOne ? 'It is' : 'They are'} taken off everybody. Segments and flows that ask for {isOne ? 'it' : 'them'}{' '}
          find nobody any more. This cannot be undone.
          {rows.map(({ id, tag }) => (
            <div key={id} style={{ marginTop: 10 }}>
              {!isOne && <b>{tag}</b>}
              <Suspense fallback={null}>
                <TagUsage tag={tag} />
              </Suspense>
            </div>
          ))}
        </>
      ),
      confirm: 'Delete',
      danger: true,
    })
    if (isSure) for (const { tag } of rows) remove.mutate({ params: { tag } })
  }
}

const ICON = { size: 15, stroke: 1.7, 'aria-hidden': true } as const

/** The tags of the account: how many people carry each, renamed, coloured, merged and deleted here. */
export default function TagsScreen() {
  const [address, setAddress] = useAddress(Address)
  const [merging, setMerging] = useState<readonly TagRow[]>()
  const { rows, error, refetch } = useRows()
  const mayWrite = useMay('people:write')
  const selection = useSelection<number>()
  const askDelete = useDelete()
  const make = () => setAddress({ 'tag-edit': 'new' }, { push: true })
  const edit = ({ id }: TagRow) => setAddress({ 'tag-edit': String(id) }, { push: true })
  const folders = useFolders({
    kind: 'tags',
    chosen: address.folder,
    onChoose: (folder) => setAddress({ folder }, { push: true }),
    lists: TAG_CALLS,
  })
  const drag = rowDrag(folders, () => selection.now().ids)
  const text = (address.search ?? '').toLowerCase()
  const found = rows?.filter(
    ({ id, tag, description, formerNames }) =>
      folders.holds(id) && [tag, description, ...formerNames].join(' ').toLowerCase().includes(text),
  )
  const edited = rows?.find(({ id }) => String(id) === address['tag-edit'])
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  const menu = (row: TagRow) =>
    row.mergingInto ? (
      <Menu.Label>It is becoming part of “{row.mergingInto}”.</Menu.Label>
    ) : (
      <>
        <Menu.Item leftSection={<IconPencil {...ICON} />} onClick={() => edit(row)}>
          Edit
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowMerge {...ICON} />}
          disabled={(rows?.length ?? 0) < 2}
          onClick={() => setMerging([row])}
        >
          Merge into…
        </Menu.Item>
        <FolderMenuItems id={row.id} name={row.tag} />
        <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={() => void askDelete([row])}>
          Delete
        </Menu.Item>
      </>
    )
  const bulk = (chosen: TagRow[]) => {
    const free = chosen.filter(({ mergingInto }) => !mergingInto)
    return (
      <>
        <BulkButton icon={<IconArrowMerge {...ICON} />} disabled={free.length < 2} onClick={() => setMerging(free)}>
          Merge
        </BulkButton>
        <BulkButton
          icon={<IconFolderSymlink {...ICON} />}
          onClick={() =>
            folders.askWhere(
              chosen.map(({ id }) => id),
              chosen[0]?.tag,
            )
          }
        >
          Move to folder…
        </BulkButton>
        <BulkButton icon={<IconTrash {...ICON} />} disabled={!free.length} onClick={() => void askDelete(free)}>
          Delete
        </BulkButton>
      </>
    )
  }
  const closeMerge = () => {
    setMerging(undefined)
    selection.setAll(false)
  }
  return (
    <FolderScope value={folders}>
      <FolderSide label="All tags" count={rows?.length}>
        <SearchedHead
          title={folders.title ?? 'Tags'}
          sub="Words put on people. Segments ask for them, flows react to them."
          one="tag"
          many="tags"
          onNew={mayWrite && make}
          search={address.search}
          onSearch={(search) => setAddress({ search })}
        />
        <ListTable
          label="Tags"
          rows={found}
          idOf={({ id }) => id}
          nameOf={({ tag }) => tag}
          columns={TAG_COLUMNS}
          rowHeight={44}
          rowProps={({ id, tag }) => drag(id, tag)}
          sort={address.sort}
          onSort={(sort) => setAddress({ sort })}
          {...(mayWrite && { onOpen: edit, menu, selection, bulk })}
          empty={
            text ? (
              <NothingFound onClear={() => setAddress({ search: undefined })}>
                No tag fits “{address.search}”.
              </NothingFound>
            ) : rows?.length ? (
              <EmptyFolder>{mayWrite && <Button onClick={make}>New tag</Button>}</EmptyFolder>
            ) : (
              <EmptyState
                icon={<IconTag size={24} stroke={1.6} />}
                title="No tags yet"
                text="A tag is a word that you put on people: by hand, by an import, by a flow, or through the API."
                example="Tag everybody who came to a webinar “webinar-q4”, and write to them a week later."
              >
                {mayWrite && <Button onClick={make}>New tag</Button>}
              </EmptyState>
            )
          }
        />
        <Suspense fallback={null}>
          {mayWrite && (address['tag-edit'] === 'new' || edited) && (
            <TagForm
              key={edited?.id}
              tag={edited}
              onMade={folders.keep}
              onClose={() => setAddress({ 'tag-edit': undefined })}
            />
          )}
          {merging && rows && <MergeTags tags={merging} all={rows} onClose={closeMerge} />}
        </Suspense>
      </FolderSide>
    </FolderScope>
  )
}
