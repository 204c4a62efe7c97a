import { Button, Menu } from '@mantine/core'
import { EmptyFolder, FolderMenuItems, FolderScope, FolderSide, rowDrag, useFolders } from '@millrace/folders/web'
import {
  addressShape,
  askFirst,
  ErrorPanel,
  ListTable,
  NothingFound,
  param,
  useAddress,
  useCall,
  useMay,
  useMutate,
} from '@millrace/kit/web'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useMemo } from 'react'
import { fieldFolderKey, fieldGroupsOf, type PersonField, peopleContract } from '../../contract/index.ts'
import { FIELD_CALLS } from '../data.ts'
import { FieldGroupRail } from '../fields/FieldGroupRail.tsx'
import { FIELD_COLUMNS, type FieldRow } from '../fields/fieldColumns.tsx'
import { SearchedHead } from './SearchedHead.tsx'

const FieldForm = lazy(() => import('../fields/FieldForm.tsx'))
const FieldUsage = lazy(() => import('../uses/UsageList.tsx').then((all) => ({ default: all.FieldUsage })))

const Address = addressShape({
  search: param.text(),
  sort: param.text(),
  /** The folder that is open, or `favorites`. */
  folder: param.text(),
  /** The key of the group that is shown; all of them without it. */
  group: param.text(),
  /** `new`, or the name of the field that is edited. */
  'custom-field-edit': param.text(),
})

const isFixed = ({ firstClassField, createdBy }: PersonField) => firstClassField || createdBy === 'system'

/** Asks before a field goes, with what uses it, and lets it go. */
const useDelete = () => {
  const remove = useMutate(peopleContract.deleteField, {
    success: 'Field deleted.',
    invalidates: FIELD_CALLS,
    optimistic: ({ params: { fieldName } }, answers) =>
      answers.patch(peopleContract.listFields, (old) => ({
        fields: old.fields.filter(({ name }) => name !== fieldName),
      })),
  })
  return async ({ title, name }: PersonField) => {
    const isSure = await askFirst({
      title: `Delete the field “${title}”?`,
      children: (
        <>
          Its values are taken from everybody, in the background. Segments, flows and mails that use it find nothing any
          more. This cannot be undone.
          <div style={{ marginTop: 10 }}>
            <Suspense fallback={null}>
              <FieldUsage name={name} />
            </Suspense>
          </div>
        </>
      ),
      confirm: 'Delete field and values',
      danger: true,
    })
    if (isSure) remove.mutate({ params: { fieldName: name } })
  }
}

const useRows = () => {
  const { data, error, refetch } = useCall(peopleContract.listFields)
  const uses = useCall(peopleContract.countFieldUses).data?.useCounts
  const rows = useMemo(() => {
    const all = data?.fields.map((field): FieldRow => ({ ...field, uses: uses && (uses[field.name] ?? 0) }))
    return all?.sort((a, b) => Number(isFixed(a)) - Number(isFixed(b)))
  }, [data, uses])
  return { rows, error, refetch }
}

/** The fields that people have: those built in, and the account's own. */
export default function FieldsScreen() {
  const [address, setAddress] = useAddress(Address)
  const { rows, error, refetch } = useRows()
  const mayWrite = useMay('personFields:write')
  const askDelete = useDelete()
  const groups = useMemo(() => fieldGroupsOf(rows ?? []), [rows])
  const group = groups.find(({ key }) => key === address.group)
  const make = () => setAddress({ 'custom-field-edit': 'new' }, { push: true })
  const edit = ({ name }: PersonField) => setAddress({ 'custom-field-edit': name }, { push: true })
  const folders = useFolders({
    kind: 'personFields',
    chosen: address.folder,
    onChoose: (folder) => setAddress({ folder, group: undefined }, { push: true }),
    lists: FIELD_CALLS,
  })
  const drag = rowDrag(folders)
  const text = (address.search ?? '').toLowerCase()
  const inGroup = group && new Set(group.fields.map(({ name }) => name))
  const found = rows?.filter(
    ({ title, name, description }) =>
      (inGroup?.has(name) ?? folders.holds(fieldFolderKey(name))) &&
      `${title} ${name} ${description}`.toLowerCase().includes(text),
  )
  const edited = rows?.find(({ name }) => name === address['custom-field-edit'])
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  const menu = (field: PersonField) =>
    isFixed(field) ? (
      <>
        <Menu.Label>This field is built in.</Menu.Label>
        <FolderMenuItems id={fieldFolderKey(field.name)} name={field.title} />
      </>
    ) : (
      <>
        <Menu.Item leftSection={<IconPencil size={15} stroke={1.7} />} onClick={() => edit(field)}>
          Edit
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={15} stroke={1.7} />} onClick={() => void askDelete(field)}>
          Delete
        </Menu.Item>
      </>
    )
  return (
    <FolderScope value={folders}>
      <FolderSide
        label="All fields"
        count={rows?.length}
        isNarrowed={group !== undefined}
        lines={
          <FieldGroupRail
            groups={groups}
            chosen={group?.key}
            onChoose={(key) => setAddress({ group: key, folder: undefined }, { push: true })}
          />
        }
      >
        <SearchedHead
          title={group?.title ?? folders.title ?? 'Custom fields'}
          sub="What you know of people. Segments ask for them, mails say them."
          one="field"
          many="fields"
          onNew={mayWrite && make}
          search={address.search}
          onSearch={(search) => setAddress({ search })}
        />
        <ListTable
          label="Fields"
          rows={found}
          idOf={({ name }) => name}
          nameOf={({ title }) => title}
          columns={FIELD_COLUMNS}
          rowHeight={44}
          rowProps={({ name, title }) => drag(fieldFolderKey(name), title)}
          sort={address.sort}
          onSort={(sort) => setAddress({ sort })}
          {...(mayWrite && { onOpen: (field: PersonField) => !isFixed(field) && edit(field), menu })}
          empty={
            text || group ? (
              <NothingFound onClear={() => setAddress({ search: undefined, group: undefined })}>
                No field fits your search.
              </NothingFound>
            ) : (
              <EmptyFolder>{mayWrite && <Button onClick={make}>New field</Button>}</EmptyFolder>
            )
          }
        />
        {mayWrite && (address['custom-field-edit'] === 'new' || (edited && !isFixed(edited))) && (
          <Suspense fallback={null}>
            <FieldForm
              key={edited?.name}
              field={edited}
              onMade={(name) => folders.keep(fieldFolderKey(name))}
              onClose={() => setAddress({ 'custom-field-edit': undefined })}
            />
          </Suspense>
        )}
      </FolderSide>
    </FolderScope>
  )
}
