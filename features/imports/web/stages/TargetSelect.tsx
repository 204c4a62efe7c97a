import { Select, TextInput } from '@mantine/core'
import { cleanFieldName } from '@millrace/people/contract'
import type { Column, Target } from '../../contract/import.ts'
import type { DraftTarget } from '../parts/draft.ts'
import { KINDS } from '../parts/words.ts'
import c from './map.module.css'

/** A field that a column can go to. */
export type FieldOption = {
  name: string
  title: string
  type: Target['type']
  format: Target['format']
  isBuiltIn: boolean
}

const NONE = 'none'
const NEW = 'new'

const kindOf = ({ type = 'string', format }: DraftTarget): string => (type === 'string' && format ? format : type)

const withKind = (target: DraftTarget, kind: string): DraftTarget => {
  const isDate = kind === 'date' || kind === 'date-time'
  return {
    ...target,
    type: isDate ? 'string' : (kind as Target['type']),
    format: isDate ? kind : null,
    dates: isDate ? (target.dates ?? 'mdy') : undefined,
  }
}

const needsOrder = ({ format }: DraftTarget, samples: readonly string[]) =>
  Boolean(format) && samples.some((sample) => /^\d{1,2}[/-]\d{1,2}[/-]/.test(sample.trim()))

type Props = {
  column: Column
  fields: readonly FieldOption[]
  /** Fields that other columns go to. */
  taken: ReadonlySet<string>
  target: DraftTarget | null
  onChange: (target: DraftTarget | null) => void
}

const newTarget = ({ header, guess }: Column): DraftTarget =>
  guess?.isNew ? guess : { field: cleanFieldName(header) || 'field', title: header, type: 'string', isNew: true }

const optionsOf = (fields: readonly FieldOption[], taken: ReadonlySet<string>) => {
  const option = ({ name, title }: FieldOption) => ({
    value: `field:${name}`,
    label: title,
    disabled: taken.has(name),
  })
  const own = fields.filter(({ isBuiltIn }) => !isBuiltIn)
  return [
    {
      group: 'Column',
      items: [
        { value: NONE, label: 'Leave out' },
        { value: NEW, label: 'New field' },
      ],
    },
    { group: 'Fields', items: fields.filter(({ isBuiltIn }) => isBuiltIn).map(option) },
    ...(own.length ? [{ group: 'Your fields', items: own.map(option) }] : []),
  ]
}

const NewField = ({
  target,
  header,
  onChange,
}: {
  target: DraftTarget
  header: string
  onChange: Props['onChange']
}) => (
  <div className={c.newField}>
    <TextInput
      size="xs"
      aria-label={`Name of the new field for ${header}`}
      value={target.title ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onChange({ ...target, title: value, field: cleanFieldName(value) || target.field })
      }
    />
    <Select
      size="xs"
      aria-label={`Kind of the new field for ${header}`}
      data={[...KINDS]}
      value={kindOf(target)}
      allowDeselect={false}
      onChange={(kind) => kind && onChange(withKind(target, kind))}
    />
  </div>
)

/** Where a column goes: a field, a new one, or nowhere. */
export const TargetSelect = ({ column, fields, taken, target, onChange }: Props) => {
  const choose = (value: string | null) => {
    if (!value || value === NONE) return onChange(null)
    if (value === NEW) return onChange(newTarget(column))
    const field = fields.find(({ name }) => value === `field:${name}`)
    if (!field) return
    const { name, title, type, format } = field
    onChange({ field: name, title, type, format, isNew: false, ...(format && { dates: column.guess?.dates ?? 'mdy' }) })
  }
  return (
    <div className={c.target}>
      <Select
        searchable
        aria-label={`Field for ${column.header}`}
        data={optionsOf(fields, taken)}
        value={!target ? NONE : target.isNew ? NEW : `field:${target.field}`}
        allowDeselect={false}
        onChange={choose}
        nothingFoundMessage="No such field"
        maxDropdownHeight={320}
        classNames={{ input: target ? c.chosen : c.leftOut }}
      />
      {target?.isNew && <NewField target={target} header={column.header} onChange={onChange} />}
      {target && needsOrder(target, column.samples) && (
        <Select
          size="xs"
          aria-label={`How dates are written in ${column.header}`}
          data={[
            { value: 'dmy', label: 'Day first: 31/12/2026' },
            { value: 'mdy', label: 'Month first: 12/31/2026' },
          ]}
          value={target.dates ?? 'mdy'}
          allowDeselect={false}
          onChange={(order) => order && onChange({ ...target, dates: order as 'dmy' | 'mdy' })}
        />
      )}
    </div>
  )
}
