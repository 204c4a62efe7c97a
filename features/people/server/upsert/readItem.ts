import { cleanFieldName, LONGEST_FIELD, tagsIn } from '../../contract/index.ts'
import { readMoment } from '../rules/fieldValue.ts'
import { readEmail, readKey, readTimezone } from '../rules/personKeys.ts'
import { tagRefusal } from '../tags/tagIds.ts'
import type { PreparedItem, UpsertItem } from './item.ts'

/** An item with its keys read and its fields by clean name, values as they came. */
export type ReadItem = Omit<PreparedItem, 'tagIds'> & { tags: string[] }

/** What the server keeps by itself; taken without complaint, so that a person can be sent back as it was read. */
const KEPT_BY_US = new Set(['id', 'updatedAt', 'lastSeenAt', 'unsubscribedAt', 'archived', 'archivedAt', '__proto__'])
const DEEPEST = 4
const MOST_FIELDS = 500

const names = new Map<string, string>()
const clean = (raw: string): string => {
  const known = names.get(raw)
  if (known !== undefined) return known
  const name = cleanFieldName(raw)
  if (names.size > 20_000) names.clear()
  names.set(raw, name)
  return name
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

type Columns = PreparedItem['columns']
type SetColumn = (columns: Columns, value: unknown) => string | undefined

const emptied = (value: unknown) => value === null || value === ''

/** Fields that stand in columns of their own: each writes itself or says why not. */
const COLUMNS: Record<string, SetColumn> = {
  timezone: (columns, value) => {
    const zone = emptied(value) ? null : readTimezone(String(value))
    if (zone === undefined) return `timezone: "${String(value).slice(0, 40)}" is not a time zone, like Europe/Lisbon.`
    columns.timezone = zone
  },
  unsubscribed: (columns, value) => {
    const text = String(value).trim().toLowerCase()
    if (!['true', 'false', '1', '0', 'yes', 'no', 'null', ''].includes(text))
      return `unsubscribed: "${text.slice(0, 40)}" is neither true nor false.`
    columns.unsubscribed = ['true', '1', 'yes'].includes(text)
  },
  unsubscribeReason: (columns, value) => {
    const text = emptied(value) ? null : String(value)
    if (text && text.length > LONGEST_FIELD)
      return `unsubscribeReason: a text can be ${LONGEST_FIELD} characters long at the most.`
    columns.unsubscribeReason = text
  },
  createdAt: (columns, value) => {
    if (emptied(value)) return
    const at = value instanceof Date ? value : readMoment(value)
    if (!at) return `createdAt: "${String(value).slice(0, 40)}" is not a date and time.`
    columns.createdAt = at
  },
}

class Reading {
  readonly item: ReadItem
  constructor(item: UpsertItem) {
    this.item = {
      id: item.id ?? null,
      userId: null,
      email: null,
      anonymousId: null,
      previousId: item.previousId ?? null,
      clears: [],
      fields: new Map(),
      columns: {},
      tags: tagsIn(item.tags),
      at: item.at,
    }
  }

  refuse(reason: string) {
    this.item.refusal ??= reason
  }

  key(name: 'userId' | 'email' | 'anonymousId', raw: unknown) {
    if (raw === undefined) return
    const read = name === 'email' ? readEmail(raw) : readKey(name, raw)
    if (read.refusal !== undefined) return this.refuse(read.refusal)
    if (read.value !== null) this.item[name] = read.value
    else if (this.item.id !== null && name !== 'anonymousId') this.item.clears = [...this.item.clears, name]
  }

  field(raw: string, value: unknown, prefix: string, depth: number) {
    if (value === undefined || KEPT_BY_US.has(raw)) return
    const name = clean(prefix + raw)
    if (!name || name === '__proto__') return this.refuse(`"${raw.slice(0, 40)}" cannot be the name of a field.`)
    if (name === 'email' || name === 'userId') return this.key(name, value)
    if (name === 'segmentAnonymousId' || name === 'anonymousId') return this.key('anonymousId', value)
    if (name === 'tags') return this.tags(value)
    const column = Object.hasOwn(COLUMNS, name) ? COLUMNS[name] : undefined
    if (column) {
      const refusal = column(this.item.columns, value)
      if (refusal) this.refuse(refusal)
    } else if (isPlain(value) && depth < DEEPEST) {
      for (const [inner, part] of Object.entries(value)) this.field(inner, part, `${name}.`, depth + 1)
    } else {
      this.item.fields.set(name, value instanceof Date ? value.toISOString() : value)
    }
  }

  tags(value: unknown) {
    if (typeof value === 'string') this.item.tags = tagsIn([...this.item.tags, value])
    else if (Array.isArray(value)) this.item.tags = tagsIn([...this.item.tags, ...value.map(String)])
  }

  done(): ReadItem {
    const { item } = this
    if (item.fields.size > MOST_FIELDS) this.refuse(`A person can be given ${MOST_FIELDS} fields at once at the most.`)
    for (const tag of item.tags) {
      const refusal = tagRefusal(tag)
      if (refusal) this.refuse(refusal)
    }
    if (item.id === null && item.userId === null && item.email === null && item.anonymousId === null)
      this.refuse('A person needs an email, a userId or an id.')
    return item
  }
}

/** Reads an item's keys, cleans its field names, flattens objects to dotted names and takes out what has a column. */
export const readItem = (item: UpsertItem): ReadItem => {
  const reading = new Reading(item)
  reading.key('userId', item.userId)
  reading.key('email', item.email)
  reading.key('anonymousId', item.anonymousId)
  for (const [name, value] of Object.entries(item.fields)) reading.field(name, value, '', 0)
  return reading.done()
}
