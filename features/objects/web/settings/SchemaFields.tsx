import { Badge, Menu } from '@mantine/core'
import { askFirst, count, forget, type ListColumn, ListTable, useCall, useMay, useMutate } from '@millrace/kit/web'
import { kindOfField } from '@millrace/people/web'
import { IconPencil, IconStar, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { type ObjectField, type ObjectSchema, objectsContract } from '../../contract/index.ts'
import { OBJECT_CALLS, SCHEMA_CALLS } from '../data.ts'
import css from './settings.module.css'

const ObjectFieldUsage = lazy(() => import('./ObjectFieldUsage.tsx'))

const columnsOf = (schema: ObjectSchema, uses: Record<string, number> | undefined): ListColumn<ObjectField>[] => [
  {
    id: 'title',
    title: 'Field',
    render: ({ name, title, description }) => (
      <>
        <span className={css.title}>
          {title}
          {name === schema.primaryField && <Badge>Name</Badge>}
          {schema.secondaryFields.includes(name) && <Badge color="gray">Beside it</Badge>}
          {schema.searchableFields.includes(name) && <Badge color="gray">Searched</Badge>}
        </span>
        {description && <span className="dimmed">{description}</span>}
      </>
    ),
  },
  { id: 'name', title: 'Name in the API', isWideOnly: true, render: ({ name }) => <code>{name}</code> },
  { id: 'type', title: 'Type', render: (field) => kindOfField(field) },
  {
    id: 'uses',
    title: 'Used in',
    align: 'right',
    width: 92,
    isWideOnly: true,
    render: ({ name }) => uses && (uses[name] ? count(uses[name]) : '—'),
  },
  {
    id: 'createdBy',
    title: 'Made by',
    isWideOnly: true,
    width: 110,
    render: ({ firstClassField, createdBy }) => (
      <Badge color="gray">{firstClassField ? 'Built in' : createdBy === 'user' ? 'You' : createdBy}</Badge>
    ),
  },
]

type Props = { schema: ObjectSchema; onEdit: (field: ObjectField) => void }

/** The fields of a kind of object: which name it, which find it, which are the account's own. */
export const SchemaFields = ({ schema, onEdit }: Props) => {
  const mayDefine = useMay('personFields:write')
  const objectName = schema.name
  const uses = useCall(objectsContract.countSchemaFieldUses, { params: { objectName } }, { staleMs: 0 }).data?.useCounts
  const onDone = () => void forget(...SCHEMA_CALLS, ...OBJECT_CALLS)
  const change = useMutate(objectsContract.updateSchema, { onDone })
  const remove = useMutate(objectsContract.deleteSchemaField, { success: 'Field deleted.', onDone })
  const askDelete = async ({ title, name }: ObjectField) => {
    const many = schema.displayNamePlural.toLowerCase()
    const isSure = await askFirst({
      title: `Delete the field “${title}”?`,
      children: (
        <>
          Its values are taken from all {many}, in the background. Segments and flows that use it find nothing any more.
          This cannot be undone.
          <div style={{ marginTop: 10 }}>
            <Suspense fallback={null}>
              <ObjectFieldUsage schema={schema} name={name} />
            </Suspense>
          </div>
        </>
      ),
      confirm: 'Delete field and values',
      danger: true,
    })
    if (isSure) remove.mutate({ params: { objectName, fieldName: name } })
  }
  const toggled = (list: readonly string[], name: string) =>
    list.includes(name) ? list.filter((one) => one !== name) : [...list, name]
  const menu = (field: ObjectField) => {
    const { name } = field
    const { secondaryFields, searchableFields } = schema
    const put = (body: object) => change.mutate({ params: { objectName }, body })
    return (
      <>
        {name !== schema.primaryField && (
          <Menu.Item leftSection={<IconStar size={15} stroke={1.7} />} onClick={() => put({ primaryField: name })}>
            Make it the name
          </Menu.Item>
        )}
        <Menu.Item onClick={() => put({ secondaryFields: toggled(secondaryFields, name) })}>
          {secondaryFields.includes(name) ? 'Do not show beside the name' : 'Show beside the name'}
        </Menu.Item>
        <Menu.Item onClick={() => put({ searchableFields: toggled(searchableFields, name) })}>
          {searchableFields.includes(name) ? 'Leave out of the search' : 'Search in it'}
        </Menu.Item>
        {!field.firstClassField && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconPencil size={15} stroke={1.7} />} onClick={() => onEdit(field)}>
              Edit
            </Menu.Item>
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={15} stroke={1.7} />}
              disabled={name === schema.primaryField}
              onClick={() => void askDelete(field)}
            >
              Delete
            </Menu.Item>
          </>
        )}
      </>
    )
  }
  return (
    <ListTable
      label={`Fields of ${schema.displayNamePlural.toLowerCase()}`}
      rows={schema.fields}
      idOf={({ name }) => name}
      nameOf={({ title }) => title}
      columns={columnsOf(schema, uses)}
      rowHeight={44}
      {...(mayDefine && { menu, onOpen: (field: ObjectField) => !field.firstClassField && onEdit(field) })}
    />
  )
}
