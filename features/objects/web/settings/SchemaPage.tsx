import { ActionIcon, Button, Menu } from '@mantine/core'
import { Link, PageHead, useAddress, useGo, useMay, useShortcut } from '@millrace/kit/web'
import { IconDots, IconPencil, IconPlus, IconTable, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { ObjectSchema } from '../../contract/index.ts'
import { addressOfSchema } from '../data.ts'
import { DialogAddress, NEW, SETTINGS } from './address.ts'
import { SchemaAssociations } from './SchemaAssociations.tsx'
import { SchemaFields } from './SchemaFields.tsx'
import css from './settings.module.css'
import { useSchemaRemoval } from './useSchemaRemoval.tsx'

const ObjectFieldForm = lazy(() => import('./ObjectFieldForm.tsx'))

const SchemaMenu = ({ schema }: { schema: ObjectSchema }) => {
  const go = useGo()
  const askDelete = useSchemaRemoval(() => go(SETTINGS))
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${schema.displayNamePlural}`} variant="default" size={32}>
          <IconDots size={16} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown miw={190}>
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={15} stroke={1.7} />}
          disabled={schema.isBuiltIn}
          onClick={() => void askDelete(schema)}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

type Props = { schema: ObjectSchema; schemas: readonly ObjectSchema[] }

/** One kind of object: its fields, what it can be tied to. */
export const SchemaPage = ({ schema, schemas }: Props) => {
  const [address, setAddress] = useAddress(DialogAddress)
  const mayDefine = useMay('personFields:write')
  const fieldName = address['custom-field-edit']
  const field = schema.fields.find(({ name }) => name === fieldName)
  const newField = () => setAddress({ 'custom-field-edit': NEW }, { push: true })
  useShortcut('n', 'New field', newField, 'This page', mayDefine)
  return (
    <>
      <PageHead
        title={schema.displayNamePlural}
        sub={schema.description || undefined}
        back={{ to: SETTINGS, label: 'Objects' }}
      >
        <Button
          component={Link}
          to={addressOfSchema(schema.name)}
          variant="default"
          leftSection={<IconTable size={15} stroke={1.7} aria-hidden />}
        >
          Open the list
        </Button>
        {mayDefine && (
          <Button
            variant="default"
            leftSection={<IconPencil size={15} stroke={1.7} aria-hidden />}
            onClick={() => setAddress({ 'custom-object-edit': schema.name }, { push: true })}
          >
            Edit
          </Button>
        )}
        {mayDefine && !schema.isBuiltIn && <SchemaMenu schema={schema} />}
      </PageHead>
      <div className={css.part}>
        <h2>Fields</h2>
        {mayDefine && (
          <Button variant="subtle" leftSection={<IconPlus size={15} stroke={2} aria-hidden />} onClick={newField}>
            New field
          </Button>
        )}
      </div>
      <SchemaFields schema={schema} onEdit={({ name }) => setAddress({ 'custom-field-edit': name }, { push: true })} />
      <div className={css.part}>
        <h2>Associations</h2>
        {mayDefine && (
          <Button
            variant="subtle"
            leftSection={<IconPlus size={15} stroke={2} aria-hidden />}
            onClick={() => setAddress({ 'custom-object-schemas-associate': schema.name }, { push: true })}
          >
            New association
          </Button>
        )}
      </div>
      <SchemaAssociations schema={schema} schemas={schemas} />
      {(fieldName === NEW || (field && !field.firstClassField)) && (
        <Suspense fallback={null}>
          <ObjectFieldForm
            schema={schema}
            field={field}
            onClose={() => setAddress({ 'custom-field-edit': undefined })}
          />
        </Suspense>
      )}
    </>
  )
}
