import { ago, type BigColumn, BigName, isoDay } from '@millrace/kit/web'
import { formatField } from '@millrace/people/web'
import { useCallback, useMemo, useState } from 'react'
import type { ObjectField, ObjectRecord, ObjectSchema } from '../../contract/index.ts'
import { addressOfObject, nameOfObject } from '../data.ts'

/** Columns that every kind has besides its fields. */
export const OWN_COLUMNS = [
  { name: 'externalId', title: 'External ID' },
  { name: 'createdAt', title: 'Created' },
  { name: 'updatedAt', title: 'Updated' },
] as const

const MOST_AT_FIRST = 7

/** The columns of a kind that nobody has chosen any for. */
const firstColumns = ({ primaryField, secondaryFields, fields }: ObjectSchema): string[] => {
  const others = fields.map(({ name }) => name).filter((name) => name !== primaryField)
  const front = [...secondaryFields, ...others]
  return [primaryField, ...new Set(front)].slice(0, MOST_AT_FIRST).concat('createdAt')
}

const Name = ({ schema, object }: { schema: ObjectSchema; object: ObjectRecord }) => (
  <BigName id={object.id} name={nameOfObject(schema, object)} to={addressOfObject(schema.name, object.id)} isThing />
)

const isFigure = ({ type, array }: ObjectField) => !array && (type === 'number' || type === 'integer')

const fieldColumn = (schema: ObjectSchema, field: ObjectField): BigColumn<ObjectRecord> => ({
  id: field.name,
  title: field.title,
  width: field.name === schema.primaryField ? 240 : field.displayType === 'url' ? 210 : 150,
  canSort: true,
  isDownFirst: isFigure(field) || field.format !== null,
  ...(isFigure(field) && { align: 'right' as const }),
  render:
    field.name === schema.primaryField
      ? (object) => <Name schema={schema} object={object} />
      : (object) => formatField(field, object[field.name]) || null,
})

const ownColumn = (name: string, title: string): BigColumn<ObjectRecord> => ({
  id: name,
  title,
  width: name === 'externalId' ? 160 : 120,
  canSort: true,
  isDownFirst: name !== 'externalId',
  render: (object) => {
    if (name === 'externalId') return object.externalId
    return name === 'createdAt' ? (
      isoDay(object.createdAt)
    ) : (
      <span title={object.updatedAt}>{ago(object.updatedAt)}</span>
    )
  },
})

const read = (key: string): string[] | undefined => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : undefined
  } catch {
    return undefined
  }
}

/** The columns of a kind's list, remembered in this browser: which are shown, and how that is changed. */
export const useObjectColumns = (schema: ObjectSchema) => {
  const key = `millrace-columns-${schema.name}`
  const [chosen, setChosen] = useState(() => read(key))
  const show = useCallback(
    (names: string[] | undefined) => {
      setChosen(names)
      try {
        if (names) localStorage.setItem(key, JSON.stringify(names))
        else localStorage.removeItem(key)
      } catch {
        // A browser that keeps nothing still shows the choice until the page is left.
      }
    },
    [key],
  )
  return useMemo(() => {
    const kept = chosen?.length ? chosen : firstColumns(schema)
    // What it is called always comes first.
    const shown = [...new Set([schema.primaryField, ...kept])]
    const columns = shown.flatMap((name) => {
      const field = schema.fields.find((one) => one.name === name)
      const own = OWN_COLUMNS.find((one) => one.name === name)
      return field ? [fieldColumn(schema, field)] : own ? [ownColumn(own.name, own.title)] : []
    })
    return { columns, shown, show }
  }, [schema, chosen, show])
}
