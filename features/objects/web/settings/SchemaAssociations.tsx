import { Badge, Menu } from '@mantine/core'
import {
  askFirst,
  EmptyState,
  forget,
  type ListColumn,
  ListTable,
  plural,
  send,
  useMay,
  useMutate,
} from '@millrace/kit/web'
import { IconLink, IconTrash } from '@tabler/icons-react'
import { type Association, type ObjectSchema, objectsContract } from '../../contract/index.ts'
import { SCHEMA_CALLS, TIE_CALLS } from '../data.ts'
import { typeInWords } from './cardinality.ts'
import { HeldBy } from './HeldBy.tsx'
import css from './settings.module.css'

const columnsOf = (schemas: readonly ObjectSchema[]): ListColumn<Association>[] => {
  const words = new Map(schemas.map((schema) => [schema.name, schema]))
  const one = (name: string) => words.get(name)?.displayNameSingular.toLowerCase() ?? name
  const many = (name: string) => words.get(name)?.displayNamePlural.toLowerCase() ?? name
  const inWords = ({ type, fromObject, toObject }: Association) =>
    typeInWords(
      type,
      type === 'M:M' ? many(fromObject) : one(fromObject),
      type === '1:1' ? one(toObject) : many(toObject),
    ).replace(/^(one|many)/, (word) => (word === 'one' ? 'One' : 'Many'))
  return [
    {
      id: 'name',
      title: 'Association',
      render: ({ name, isDefault }) => (
        <span className={css.title}>
          {name}
          {isDefault && <Badge color="gray">Default</Badge>}
        </span>
      ),
    },
    { id: 'type', title: 'How many', render: inWords },
    { id: 'id', title: 'ID', width: 80, isWideOnly: true, align: 'right', render: ({ id }) => id },
  ]
}

const howMany = (ties: number | undefined): string => {
  if (ties === undefined) return 'Everything that it ties is cut.'
  return ties ? `${plural(ties, 'tie')} ${ties === 1 ? 'is' : 'are'} cut.` : 'It ties nothing yet.'
}

type Props = { schema: ObjectSchema; schemas: readonly ObjectSchema[] }

/** What a kind of object can be tied to, and how. */
export const SchemaAssociations = ({ schema, schemas }: Props) => {
  const mayDefine = useMay('personFields:write')
  const remove = useMutate(objectsContract.deleteAssociation, {
    success: 'Association deleted.',
    onDone: () => void forget(...SCHEMA_CALLS, ...TIE_CALLS),
  })
  const askDelete = async ({ id, name }: Association) => {
    // What cannot be told is told by the refusal.
    const usage = await send(objectsContract.listAssociationUses, { params: { id } }).catch(() => undefined)
    const isSure = await askFirst({
      title: `Delete the association “${name}”?`,
      children: (
        <>
          {howMany(usage?.ties)} The people and objects themselves stay.
          <HeldBy uses={usage?.uses} />
        </>
      ),
      confirm: 'Delete association',
      danger: true,
      isHeld: !!usage?.uses.length,
    })
    if (isSure) remove.mutate({ params: { id } })
  }
  return (
    <ListTable
      label={`Associations of ${schema.displayNamePlural.toLowerCase()}`}
      rows={schema.associations}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      columns={columnsOf(schemas)}
      rowHeight={54}
      {...(mayDefine && {
        menu: (association: Association) => (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={15} stroke={1.7} />}
            onClick={() => void askDelete(association)}
          >
            Delete
          </Menu.Item>
        ),
      })}
      empty={
        <EmptyState
          icon={<IconLink size={22} stroke={1.6} />}
          title="Tied to nothing yet"
          text={`An association ties ${schema.displayNamePlural.toLowerCase()} to people or to other objects, so that segments can ask for them.`}
          example={`“Owner”: a person can own many ${schema.displayNamePlural.toLowerCase()}.`}
        />
      }
    />
  )
}
