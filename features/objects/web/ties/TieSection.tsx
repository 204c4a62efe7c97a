import { ActionIcon, Button, Popover } from '@mantine/core'
import { count, Link, PersonAvatar, RecordSection, send, useMay } from '@millrace/kit/web'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { type Associated, type ObjectRecord, type ObjectSchema, objectsContract } from '../../contract/index.ts'
import { addressOfObject, nameOfObject, subOfObject } from '../data.ts'
import { ThingPicker } from './ThingPicker.tsx'
import css from './ties.module.css'
import { type Thing, useTies } from './useTies.ts'

const PAGE = 100

type RowProps = { schema: ObjectSchema; object: ObjectRecord; onRemove: (() => void) | undefined }

const TiedRow = ({ schema, object, onRemove }: RowProps) => {
  const name = nameOfObject(schema, object)
  const sub = subOfObject(schema, object)
  return (
    <li className={css.row}>
      <PersonAvatar id={object.id} name={name} isThing={schema.name !== 'person'} />
      <span className={css.words}>
        <Link to={addressOfObject(schema.name, object.id)}>{name}</Link>
        {sub && sub !== name && <small>{sub}</small>}
      </span>
      {onRemove && (
        <ActionIcon className={css.remove as string} aria-label={`Remove ${name}`} size={24} onClick={onRemove}>
          <IconX size={14} stroke={1.8} />
        </ActionIcon>
      )}
    </li>
  )
}

type Props = {
  thing: Thing
  tied: Associated
  schema: ObjectSchema
  /** The association's name too, where several lead to the same kind. */
  isNamed: boolean
  isInside: boolean
}

/** What something is tied to by one association: who or what, with search to add and a cross to remove. */
export const TieSection = ({ thing, tied, schema, isNamed, isInside }: Props) => {
  const mayWrite = useMay('people:write')
  const [isOpen, setOpen] = useState(false)
  const [more, setMore] = useState<ObjectRecord[]>([])
  const { add, remove } = useTies(thing, tied.association)
  const known = new Set(tied.objects.map(({ id }) => id))
  const objects = [...tied.objects, ...more.filter(({ id }) => !known.has(id))]
  const loadMore = async () => {
    const params = { ...thing, associationId: tied.association.id }
    const query = { limit: PAGE, offset: objects.length }
    const page = await send(objectsContract.listAssociated, { params, query })
    setMore((before) => [...before, ...page.objects])
  }
  const title = schema.displayNamePlural
  const button = mayWrite && (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={380} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={13} stroke={2} aria-hidden />}
          aria-label={`Add to ${title}${isNamed ? `, ${tied.association.name}` : ''}`}
          onClick={() => setOpen((was) => !was)}
        >
          Add
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <ThingPicker
          schema={schema}
          without={[...objects.map(({ id }) => id), ...(schema.name === thing.objectName ? [thing.id] : [])]}
          onChoose={(object) => {
            setOpen(false)
            add(object)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
  return (
    <RecordSection
      isInside={isInside}
      title={
        <span>
          {title}
          {tied.total > 0 && <span className={css.total}>{count(tied.total)}</span>}
          {isNamed && <span className={css.by}>{tied.association.name}</span>}
        </span>
      }
      action={button}
    >
      {objects.length === 0 ? (
        <p className={css.none}>None yet.</p>
      ) : (
        <ul className={css.rows}>
          {objects.map((object) => (
            <TiedRow
              key={object.id}
              schema={schema}
              object={object}
              onRemove={
                mayWrite
                  ? () => {
                      setMore((before) => before.filter(({ id }) => id !== object.id))
                      remove(object.id)
                    }
                  : undefined
              }
            />
          ))}
        </ul>
      )}
      {objects.length < tied.total && (
        <Button variant="subtle" color="gray" size="compact-sm" mt={4} ml={-8} onClick={() => void loadMore()}>
          Show {count(Math.min(PAGE, tied.total - objects.length))} more
        </Button>
      )}
    </RecordSection>
  )
}
