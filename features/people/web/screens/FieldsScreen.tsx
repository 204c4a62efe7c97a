import { Badge, Button, Menu, TextInput } from '@mantine/core'
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
  ErrorPanel,
  FilterBar,
  type ListColumn,
  ListTable,
  NothingFound,
  PageHead,
  param,
  useAddress,
  useCall,
  useMay,
  useMutate,
} from '@millrace/kit/web'
import { IconPencil, IconPlus, IconSearch, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { fieldFolderKey, type PersonField, peopleContract } from '../../contract/index.ts'
import { PEOPLE_CALLS } from '../data.ts'
import { kindOfField } from '../fields/fieldKinds.ts'
import css from '../list/list.module.css'

const FieldForm = lazy(() => import('../fields/FieldForm.tsx'))

const Address = addressShape({
  search: param.text(),
  sort: param.text(),
  /** The folder that is open, or `favorites`. */
  folder: param.text(),
  /** `new`, or the name of the field that is edited. */
  field: param.text(),
})

const originOf = ({ firstClassField, createdBy }: PersonField) => (firstClassField ? 'Built in' : createdBy || 'You')

const COLUMNS: ListColumn<PersonField>[] = [
  {
    id: 'title',
    title: 'Field',
    sortBy: ({ title }) => title.toLowerCase(),
    render: ({ name, title, description }) => (
      <>
        <span className={css.person}>
          {title}
          <FolderStar id={fieldFolderKey(name)} name={title} />
        </span>
        {description && <span className="dimmed">{description}</span>}
      </>
    ),
  },
  {
    id: 'name',
    title: 'Name in the API',
    isWideOnly: true,
    sortBy: ({ name }) => name.toLowerCase(),
    render: ({ name }) => <code>{name}</code>,
  },
  { id: 'type', title: 'Type', sortBy: (field) => kindOfField(field), render: (field) => kindOfField(field) },
  {
    id: 'createdBy',
    title: 'Made by',
    isWideOnly: true,
    sortBy: originOf,
    render: (field) => <Badge color="gray">{originOf(field)}</Badge>,
  },
]

/** The fields that people have: those built in, and the account's own. */
export default function FieldsScreen() {
  const [address, setAddress] = useAddress(Address)
  const { data, error, refetch } = useCall(peopleContract.listFields)
  const mayWrite = useMay('personFields:write')
  const remove = useMutate(peopleContract.deleteField, {
    success: 'Field deleted.',
    invalidates: [...PEOPLE_CALLS, peopleContract.listFields, foldersContract.listFolders],
    optimistic: ({ params: { fieldName } }, answers) =>
      answers.patch(peopleContract.listFields, (old) => ({
        fields: old.fields.filter(({ name }) => name !== fieldName),
      })),
  })
  const askDelete = async ({ title, name }: PersonField) => {
    const isSure = await askFirst({
      title: `Delete the field “${title}”?`,
      children: 'Its values are taken from all people. Segments, flows and mails that use it find nothing any more.',
      confirm: 'Delete field and values',
      danger: true,
    })
    if (isSure) remove.mutate({ params: { fieldName: name } })
  }
  const make = () => setAddress({ field: 'new' }, { push: true })
  const edit = ({ name }: PersonField) => setAddress({ field: name }, { push: true })
  const folders = useFolders({
    kind: 'personFields',
    chosen: address.folder,
    onChoose: (folder) => setAddress({ folder }, { push: true }),
    lists: [],
  })
  const drag = rowDrag(folders)
  const held = data?.fields.filter(({ name }) => folders.holds(fieldFolderKey(name)))
  const text = (address.search ?? '').toLowerCase()
  const found = held?.filter(({ title, name, description }) =>
    `${title} ${name} ${description}`.toLowerCase().includes(text),
  )
  const edited = data?.fields.find(({ name }) => name === address.field)
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  return (
    <FolderScope value={folders}>
      <FolderSide label="All fields" count={data?.fields.length}>
        <PageHead
          title={folders.title ?? 'Custom fields'}
          sub="What you know of people. Segments ask for them, mails say them."
        >
          {mayWrite && (
            <Button leftSection={<IconPlus size={15} stroke={2} aria-hidden />} onClick={make}>
              New field
            </Button>
          )}
        </PageHead>
        <FilterBar>
          <TextInput
            type="search"
            w={280}
            placeholder="Search fields"
            aria-label="Search fields"
            leftSection={<IconSearch size={15} stroke={1.7} aria-hidden />}
            value={address.search ?? ''}
            onChange={(event) => setAddress({ search: event.currentTarget.value || undefined })}
          />
        </FilterBar>
        <ListTable
          label="Fields"
          rows={found && [...found].sort((a, b) => Number(a.firstClassField) - Number(b.firstClassField))}
          idOf={({ name }) => name}
          nameOf={({ title }) => title}
          columns={COLUMNS}
          rowHeight={44}
          rowProps={({ name, title }) => drag(fieldFolderKey(name), title)}
          sort={address.sort}
          onSort={(sort) => setAddress({ sort })}
          {...(mayWrite && {
            onOpen: (field: PersonField) => !field.firstClassField && edit(field),
            menu: (field: PersonField) =>
              field.firstClassField ? (
                <>
                  <Menu.Label>This field is built in.</Menu.Label>
                  <FolderMenuItems id={fieldFolderKey(field.name)} name={field.title} />
                </>
              ) : (
                <>
                  <Menu.Item leftSection={<IconPencil size={15} stroke={1.7} />} onClick={() => edit(field)}>
                    Edit
                  </Menu.Item>
                  <FolderMenuItems id={fieldFolderKey(field.name)} name={field.title} />
                  <Menu.Item
                    color="red"
                    leftSection={<IconTrash size={15} stroke={1.7} />}
                    onClick={() => void askDelete(field)}
                  >
                    Delete
                  </Menu.Item>
                </>
              ),
          })}
          empty={
            text ? (
              <NothingFound onClear={() => setAddress({ search: undefined })}>No field fits your search.</NothingFound>
            ) : (
              <EmptyFolder>{mayWrite && <Button onClick={make}>New field</Button>}</EmptyFolder>
            )
          }
        />
        {(address.field === 'new' || (edited && !edited.firstClassField)) && (
          <Suspense fallback={null}>
            <FieldForm
              field={edited}
              onMade={(name) => folders.keep(fieldFolderKey(name))}
              onClose={() => setAddress({ field: undefined })}
            />
          </Suspense>
        )}
      </FolderSide>
    </FolderScope>
  )
}
