import { Badge, Tooltip } from '@mantine/core'
import { FolderStar } from '@millrace/folders/web'
import { count, type ListColumn } from '@millrace/kit/web'
import {
  IconAt,
  IconBolt,
  IconCalendar,
  IconCheckbox,
  IconHash,
  IconLetterCase,
  IconLink,
  IconListCheck,
  IconPhone,
  IconTag,
} from '@tabler/icons-react'
import { fieldFolderKey, type PersonField } from '../../contract/index.ts'
import { kindOfField } from './fieldKinds.ts'
import css from './fields.module.css'

/** A field with how many things use it. */
export type FieldRow = PersonField & { uses: number | undefined }

const ICONS: Partial<Record<PersonField['displayType'], typeof IconHash>> = {
  email: IconAt,
  url: IconLink,
  phone: IconPhone,
  date: IconCalendar,
  datetime: IconCalendar,
  number: IconHash,
  integer: IconHash,
  decimal: IconHash,
  currency: IconHash,
  currencyCents: IconHash,
  checkbox: IconCheckbox,
  select: IconListCheck,
  multiselect: IconListCheck,
  radio: IconListCheck,
}

const iconOf = ({ name, displayType }: PersonField) =>
  name === 'tags' ? IconTag : (ICONS[displayType] ?? IconLetterCase)

const originOf = ({ firstClassField, createdBy }: PersonField) => {
  if (firstClassField) return 'Built in'
  return createdBy === 'user' || !createdBy ? 'Your team' : createdBy
}

const Title = (field: FieldRow) => {
  const Icon = iconOf(field)
  const title = (
    <span className={css.title}>
      <Icon size={15} stroke={1.7} aria-hidden />
      <span>{field.title}</span>
      {field.indexed && <IconBolt size={14} stroke={1.8} data-hot aria-label="An index answers conditions on it" />}
    </span>
  )
  return (
    <span className={css.cell}>
      <Tooltip
        label={field.description}
        disabled={!field.description}
        multiline
        maw={320}
        position="bottom-start"
        openDelay={300}
      >
        {title}
      </Tooltip>
      <FolderStar id={fieldFolderKey(field.name)} name={field.title} />
    </span>
  )
}

/** The columns of the list of fields. */
export const FIELD_COLUMNS: ListColumn<FieldRow>[] = [
  {
    id: 'title',
    title: 'Field',
    sortBy: ({ title }) => title.toLowerCase(),
    render: (field) => <Title {...field} />,
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
    id: 'uses',
    title: 'Used in',
    align: 'right',
    width: 92,
    isDownFirst: true,
    isWideOnly: true,
    sortBy: ({ uses }) => uses ?? 0,
    render: ({ uses }) => (uses === undefined ? '' : uses ? count(uses) : '—'),
  },
  {
    id: 'createdBy',
    title: 'Made by',
    isWideOnly: true,
    sortBy: originOf,
    render: (field) => <Badge color="gray">{originOf(field)}</Badge>,
  },
]
