import { Button, Menu, TextInput } from '@mantine/core'
import { foldersContract } from '@millrace/folders/contract'
import {
  EmptyFolder,
  FolderMenuItems,
  FolderScope,
  FolderSide,
  FolderStar,
  rowDrag,
  useFolders,
} from '@millrace/folders/web'
import {
  addressShape,
  askFirst,
  ColorDot,
  count,
  EmptyState,
  ErrorPanel,
  FilterBar,
  isoDay,
  type ListColumn,
  ListTable,
  NothingFound,
  PageHead,
  param,
  plural,
  useAddress,
  useCall,
  useMay,
  useMutate,
} from '@millrace/kit/web'
import { IconPencil, IconPlus, IconSearch, IconTag, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useMemo } from 'react'
import { peopleContract, type Tag } from '../../contract/index.ts'
import { PEOPLE_CALLS } from '../data.ts'
import css from '../list/list.module.css'

const TagForm = lazy(() => import('../tags/TagForm.tsx'))

const Address = addressShape({
  search: param.text(),
  sort: param.text(),
  /** The folder that is open, or `favorites`. */
  folder: param.text(),
  /** `new`, or the id of the tag that is edited. */
  tag: param.text(),
})

type Row = Tag & { people: number }

const COLUMNS: ListColumn<Row>[] = [
  {
    id: 'tag',
    title: 'Tag',
    sortBy: ({ tag }) => tag.toLowerCase(),
    render: ({ id, tag, color }) => (
      <span className={css.person}>
        <ColorDot color={color} />
        <span>{tag}</span>
        <FolderStar id={id} name={tag} />
      </span>
    ),
  },
  {
    id: 'description',
    title: 'Description',
    sortBy: ({ description }) => description,
    isWideOnly: true,
    render: ({ description }) => <span className="dimmed">{description}</span>,
  },
  {
    id: 'people',
    title: 'People',
    align: 'right',
    isDownFirst: true,
    sortBy: ({ people }) => people,
    render: ({ people }) => count(people),
  },
  {
    id: 'createdAt',
    title: 'Created',
    isDownFirst: true,
    isWideOnly: true,
    sortBy: ({ createdAt }) => createdAt,
    render: ({ createdAt }) => <span className="num">{isoDay(createdAt)}</span>,
  },
]

const useRows = () => {
  const tags = useCall(peopleContract.listTags)
  const counts = useCall(peopleContract.countTags)
  const rows = useMemo(
    () => tags.data?.tags.map((tag) => ({ ...tag, people: counts.data?.tagCounts[tag.tag] ?? 0 })),
    [tags.data, counts.data],
  )
  return { rows, error: tags.error, refetch: tags.refetch }
}

/** The tags of the account: how many people carry each, renamed and coloured here. */
export default function TagsScreen() {
  const [address, setAddress] = useAddress(Address)
  const { rows, error, refetch } = useRows()
  const mayWrite = useMay('people:write')
  const remove = useMutate(peopleContract.deleteTag, {
    success: 'Tag deleted.',
    invalidates: [...PEOPLE_CALLS, peopleContract.listTags, foldersContract.listFolders],
    optimistic: ({ params: { tag } }, answers) =>
      answers.patch(peopleContract.listTags, (old) => ({ tags: old.tags.filter((one) => one.tag !== tag) })),
  })
  const askDelete = async ({ tag, people }: Row) => {
    const isSure = await askFirst({
      title: `Delete the tag “${tag}”?`,
      children: `It is taken off ${plural(people, 'person', 'people')}. Flows and segments that ask for it find nobody any more.`,
      confirm: 'Delete',
      danger: true,
    })
    if (isSure) remove.mutate({ params: { tag } })
  }
  const make = () => setAddress({ tag: 'new' }, { push: true })
  const edit = ({ id }: Row) => setAddress({ tag: String(id) }, { push: true })
  const folders = useFolders({
    kind: 'tags',
    chosen: address.folder,
    onChoose: (folder) => setAddress({ folder }, { push: true }),
    lists: [...PEOPLE_CALLS, peopleContract.listTags],
  })
  const drag = rowDrag(folders)
  const held = rows?.filter(({ id }) => folders.holds(id))
  const text = (address.search ?? '').toLowerCase()
  const found = held?.filter(({ tag, description }) => `${tag} ${description}`.toLowerCase().includes(text))
  const edited = rows?.find(({ id }) => String(id) === address.tag)
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  return (
    <FolderScope value={folders}>
      <FolderSide label="All tags" count={rows?.length}>
        <PageHead
          title={folders.title ?? 'Tags'}
          sub="Words put on people. Segments ask for them, flows react to them."
        >
          {mayWrite && (
            <Button leftSection={<IconPlus size={15} stroke={2} aria-hidden />} onClick={make}>
              New tag
            </Button>
          )}
        </PageHead>
        <FilterBar>
          <TextInput
            type="search"
            w={280}
            placeholder="Search tags"
            aria-label="Search tags"
            leftSection={<IconSearch size={15} stroke={1.7} aria-hidden />}
            value={address.search ?? ''}
            onChange={(event) => setAddress({ search: event.currentTarget.value || undefined })}
          />
        </FilterBar>
        <ListTable
          label="Tags"
          rows={found}
          idOf={({ id }) => id}
          nameOf={({ tag }) => tag}
          columns={COLUMNS}
          rowHeight={44}
          rowProps={({ id, tag }) => drag(id, tag)}
          sort={address.sort}
          onSort={(sort) => setAddress({ sort })}
          {...(mayWrite && {
            onOpen: edit,
            menu: (row: Row) => (
              <>
                <Menu.Item leftSection={<IconPencil size={15} stroke={1.7} />} onClick={() => edit(row)}>
                  Edit
                </Menu.Item>
                <FolderMenuItems id={row.id} name={row.tag} />
                <Menu.Item
                  color="red"
                  leftSection={<IconTrash size={15} stroke={1.7} />}
                  onClick={() => void askDelete(row)}
                >
                  Delete
                </Menu.Item>
              </>
            ),
          })}
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
        {(address.tag === 'new' || edited) && (
          <Suspense fallback={null}>
            <TagForm tag={edited} onMade={folders.keep} onClose={() => setAddress({ tag: undefined })} />
          </Suspense>
        )}
      </FolderSide>
    </FolderScope>
  )
}
