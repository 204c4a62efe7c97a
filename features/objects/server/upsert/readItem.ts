import { storableText } from '@millrace/kit/server'
import { cleanFieldName } from '@millrace/people/contract'
import { readMoment } from '@millrace/people/server'
import { LONGEST_EXTERNAL_ID } from '../../contract/index.ts'
import type { ObjectItem } from './item.ts'

/** An item with its keys read and its fields by clean name, values as they came. */
export type ReadItem = {
  id: number | null
  externalId: string | null
  clearsExternalId: boolean
  fields: Map<string, unknown>
  createdAt?: Date
  refusal?: string
}

/** What the server keeps by itself; taken without complaint, so that an object can be sent back as it was read. */
const KEPT_BY_US = new Set(['id', 'externalId', 'updatedAt', 'archived', 'archivedAt', 'associations', '__proto__'])
const DEEPEST = 4
const MOST_FIELDS = 500

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

const refuse = (item: ReadItem, reason: string) => {
  item.refusal ??= reason
}

const readExternalId = (item: ReadItem, raw: ObjectItem['externalId']) => {
  const text = raw === null || raw === undefined ? '' : storableText(String(raw)).trim()
  item.externalId = text || null
  if (text.length > LONGEST_EXTERNAL_ID)
    refuse(item, `externalId: it can be ${LONGEST_EXTERNAL_ID} characters long at the most.`)
}

const readField = (item: ReadItem, raw: string, value: unknown, prefix: string, depth: number): void => {
  if (value === undefined || (depth === 0 && KEPT_BY_US.has(raw))) return
  const name = cleanFieldName(prefix + raw)
  if (!name || name === '__proto__') {
    refuse(item, `"${raw.slice(0, 40)}" cannot be the name of a field.`)
  } else if (name === 'createdAt') {
    const at = value === null || value === '' ? undefined : value instanceof Date ? value : readMoment(value)
    if (at) item.createdAt = at
    else if (value !== null && value !== '')
      refuse(item, `createdAt: "${String(value).slice(0, 40)}" is not a date and time.`)
  } else if (isPlain(value) && depth < DEEPEST) {
    for (const [inner, part] of Object.entries(value)) readField(item, inner, part, `${name}.`, depth + 1)
  } else {
    item.fields.set(name, value instanceof Date ? value.toISOString() : value)
  }
}

/** Reads an item's keys, cleans its field names and flattens what is nested to dotted names. */
export const readItem = ({ id, externalId, fields }: ObjectItem): ReadItem => {
  const clearsExternalId = Boolean(id) && (externalId === null || externalId === '')
  const item: ReadItem = { id: id ?? null, externalId: null, clearsExternalId, fields: new Map() }
  readExternalId(item, externalId)
  for (const [name, value] of Object.entries(fields)) readField(item, name, value, '', 0)
  if (item.fields.size > MOST_FIELDS) refuse(item, `An object can be given ${MOST_FIELDS} fields at once at the most.`)
  return item
}
