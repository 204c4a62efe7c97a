import { Badge, Button, Menu } from '@mantine/core'
import {
  ErrorPanel,
  Link,
  type ListColumn,
  ListTable,
  NameCell,
  PageHead,
  PageSkeleton,
  useAddress,
  useMay,
  useParam,
  useShortcut,
} from '@millrace/kit/web'
import { IconPencil, IconPlus, IconTable, IconTrash } from '@tabler/icons-react'
import type { ObjectSchema } from '../../contract/index.ts'
import { addressOfSchema, useSchemas } from '../data.ts'
import { addressOfSettings, DialogAddress, NEW } from '../settings/address.ts'
import { SchemaPage } from '../settings/SchemaPage.tsx'
import { useSchemaRemoval } from '../settings/useSchemaRemoval.tsx'

const columnsOf = (schemas: readonly ObjectSchema[]): ListColumn<ObjectSchema>[] => {
  const singular = new Map(schemas.map(({ name, displayNameSingular }) => [name, displayNameSingular]))
  return [
    {
      id: 'object',
      title: 'Object',
      sortBy: ({ displayNamePlural }) => displayNamePlural.toLowerCase(),
      render: ({ name, displayNamePlural, description }) => (
        <NameCell to={addressOfSettings(name)} name={displayNamePlural} sub={description} />
      ),
    },
    { id: 'name', title: 'Name in the API', isWideOnly: true, render: ({ name }) => <code>{name}</code> },
    {
      id: 'fields',
      title: 'Fields',
      width: 90,
      align: 'right',
      sortBy: ({ fields }) => fields.length,
      isDownFirst: true,
      render: ({ fields }) => fields.length,
    },
    {
      id: 'associations',
      title: 'Tied to',
      isWideOnly: true,
      render: ({ name, associations }) =>
        [...new Set(associations.map((one) => (one.fromObject === name ? one.toObject : one.fromObject)))]
          .map((kind) => singular.get(kind) ?? kind)
          .join(', ') || <span className="dimmed">Nothing yet</span>,
    },
    {
      id: 'origin',
      title: 'Made by',
      width: 110,
      isWideOnly: true,
      render: ({ isBuiltIn }) => <Badge color="gray">{isBuiltIn ? 'Built in' : 'You'}</Badge>,
    },
  ]
}

const SchemaList = ({ schemas }: { schemas: readonly ObjectSchema[] | undefined }) => {
  const [, setAddress] = useAddress(DialogAddress)
  const mayDefine = useMay('personFields:write')
  const askDelete = useSchemaRemoval()
  const make = () => setAddress({ 'custom-object-edit': NEW }, { push: true })
  useShortcut('n', 'New object', make, 'This page', mayDefine)
  return (
    <>
      <PageHead
        title="Objects"
        sub="What you keep besides people: companies, and whatever else your product knows. Tie them to people, and segments and flows can ask for them."
      >
        {mayDefine && (
          <Button leftSection={<IconPlus size={15} stroke={2} aria-hidden />} onClick={make}>
            New object
          </Button>
        )}
      </PageHead>
      <ListTable
        label="Objects"
        rows={schemas?.slice(1)}
        idOf={({ name }) => name}
        nameOf={({ displayNamePlural }) => displayNamePlural}
        columns={columnsOf(schemas ?? [])}
        to={({ name }) => addressOfSettings(name)}
        menu={(schema) => (
          <>
            <Menu.Item
              component={Link}
              to={addressOfSchema(schema.name)}
              leftSection={<IconTable size={15} stroke={1.7} />}
            >
              Open the list
            </Menu.Item>
            {mayDefine && (
              <Menu.Item
                leftSection={<IconPencil size={15} stroke={1.7} />}
                onClick={() => setAddress({ 'custom-object-edit': schema.name }, { push: true })}
              >
                Edit
              </Menu.Item>
            )}
            {mayDefine && !schema.isBuiltIn && (
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={15} stroke={1.7} />}
                onClick={() => void askDelete(schema)}
              >
                Delete
              </Menu.Item>
            )}
          </>
        )}
      />
    </>
  )
}

/** The kinds of objects that an account keeps besides people, or the one that the address names. */
export default function ObjectSettings() {
  const name = useParam('objectName')
  const { data, error, refetch } = useSchemas()
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!name) return <SchemaList schemas={data?.schemas} />
  if (!data) return <PageSkeleton />
  const schema = data.schemas.slice(1).find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (!schema) return <ErrorPanel title="Not found" error={new Error(`There is no kind of object called “${name}”.`)} />
  return <SchemaPage key={schema.name} schema={schema} schemas={data.schemas} />
}
