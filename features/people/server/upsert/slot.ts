import type { NewChange } from '@millrace/kit/jobs'
import type { PersonRow } from '../rules/personShape.ts'
import type { PreparedItem } from './item.ts'

/** How long a sign of life stands before the next one is written. */
export const SEEN_EVERY_MS = 60_000

const equal = (a: unknown, b: unknown) =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))

const own = (fields: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(fields, name) ? (fields[name] ?? null) : null

type Columns = Pick<
  PersonRow,
  'email' | 'user_id' | 'anonymous_id' | 'timezone' | 'unsubscribed_at' | 'unsubscribe_reason' | 'archived_at'
>

const NOTHING: Columns = {
  email: null,
  user_id: null,
  anonymous_id: null,
  timezone: null,
  unsubscribed_at: null,
  unsubscribe_reason: null,
  archived_at: null,
}

/** What the source of an item may do besides changing values. */
export type Manners = {
  /** Brings archived people back. */
  restores: boolean
  /** May take an unsubscription back: a column of a file or an event must not. */
  resubscribes: boolean
}

/** One person of a batch: what is there, what the items so far have made of it. */
export class Slot {
  readonly row: PersonRow | undefined
  readonly columns: Columns
  readonly tags: Set<number>
  readonly addedTags: number[] = []
  /** Further anonymous ids, to be kept as aliases. */
  readonly devices: string[] = []
  createdAt: Date
  seenAt: Date | null
  /** Where this person went, when it turned out to be another one. */
  mergedInto: Slot | undefined
  newId = 0
  private fields: Record<string, unknown> | undefined
  private readonly before = new Map<string, unknown>()
  private readonly order: string[] = []
  private readonly now: Date

  constructor(row: PersonRow | undefined, now: Date) {
    this.row = row
    this.now = now
    this.columns = { ...(row ?? NOTHING) }
    this.tags = new Set(row?.tags)
    this.createdAt = row?.created_at ?? now
    this.seenAt = row?.last_seen_at ?? null
  }

  get personId(): number {
    return this.mergedInto ? this.mergedInto.personId : (this.row?.id ?? this.newId)
  }

  /** Who this is in the end. */
  get survivor(): Slot {
    return this.mergedInto?.survivor ?? this
  }

  get isAnonymous() {
    return this.columns.email === null && this.columns.user_id === null
  }

  get allFields(): Record<string, unknown> {
    return this.fields ?? this.row?.fields ?? {}
  }

  get changeCount() {
    return this.order.length
  }

  /** Names that moved after the first `count` moves. */
  changedSince(count: number): string[] {
    return [...new Set(this.order.slice(count))]
  }

  key(name: 'email' | 'userId') {
    return name === 'email' ? this.columns.email : this.columns.user_id
  }

  setKey(name: 'email' | 'userId', value: string | null) {
    this.note(name, this.key(name))
    if (name === 'email') this.columns.email = value
    else this.columns.user_id = value
  }

  /** The first anonymous id stands in the row, further ones beside it. */
  addDevice(anonymousId: string) {
    if (this.columns.anonymous_id === null) this.columns.anonymous_id = anonymousId
    else if (this.columns.anonymous_id !== anonymousId) this.devices.push(anonymousId)
  }

  private note(name: string, old: unknown) {
    if (!this.before.has(name)) this.before.set(name, old ?? null)
    this.order.push(name)
  }

  private setField(name: string, value: unknown) {
    const old = own(this.allFields, name)
    if (equal(old, value)) return
    this.note(name, old)
    this.fields ??= { ...this.row?.fields }
    if (value === null) delete this.fields[name]
    else this.fields[name] = value
  }

  private setColumn<K extends keyof Columns>(name: string, column: K, value: Columns[K]) {
    const old = this.columns[column]
    if (old === value || (old !== null && value !== null && column === 'unsubscribed_at')) return
    this.note(name, column === 'unsubscribed_at' ? old !== null : old)
    this.columns[column] = value
  }

  /** Applies what an item says. */
  change(item: PreparedItem, { restores, resubscribes }: Manners) {
    for (const [name, value] of item.fields) this.setField(name, value)
    const { timezone, unsubscribed, unsubscribeReason, createdAt } = item.columns
    if (timezone !== undefined) this.setColumn('timezone', 'timezone', timezone)
    if (unsubscribed || (unsubscribed === false && resubscribes))
      this.setColumn('unsubscribed', 'unsubscribed_at', unsubscribed ? (item.at ?? this.now) : null)
    if (unsubscribeReason !== undefined) this.setColumn('unsubscribeReason', 'unsubscribe_reason', unsubscribeReason)
    if (createdAt && !this.row && createdAt < this.now) this.createdAt = createdAt
    if (restores) this.columns.archived_at = null
    this.addTags(item.tagIds)
    this.see(item.at)
  }

  private addTags(ids: Iterable<number>) {
    for (const id of ids) {
      if (this.tags.has(id)) continue
      this.tags.add(id)
      this.addedTags.push(id)
    }
  }

  private see(at: Date | null | undefined) {
    if (at && (!this.seenAt || at > this.seenAt)) this.seenAt = at
  }

  /** Takes over what an anonymous person had; what is known here already stays. */
  absorb(from: Slot) {
    from.mergedInto = this
    for (const [name, value] of Object.entries(from.allFields))
      if (own(this.allFields, name) === null) this.setField(name, value)
    if (this.columns.timezone === null && from.columns.timezone !== null)
      this.setColumn('timezone', 'timezone', from.columns.timezone)
    if (from.columns.unsubscribed_at !== null) {
      this.setColumn('unsubscribed', 'unsubscribed_at', from.columns.unsubscribed_at)
      if (this.columns.unsubscribe_reason === null)
        this.setColumn('unsubscribeReason', 'unsubscribe_reason', from.columns.unsubscribe_reason)
    }
    this.addTags(from.tags)
    this.see(from.seenAt)
    if (from.createdAt < this.createdAt && !this.row) this.createdAt = from.createdAt
    for (const device of [from.columns.anonymous_id, ...from.devices]) if (device !== null) this.addDevice(device)
  }

  /** Whether the row must be written beyond its sign of life. */
  get hasMoved(): boolean {
    const { row } = this
    if (!row) return true
    return (
      this.fields !== undefined ||
      this.addedTags.length > 0 ||
      (Object.keys(NOTHING) as (keyof Columns)[]).some((name) => this.columns[name] !== row[name])
    )
  }

  /** Whether only the time of the last sign of life is worth writing. */
  get wasSeen(): boolean {
    if (!this.row || this.seenAt === null) return false
    const { last_seen_at: last } = this.row
    return last === null || this.seenAt.getTime() - last.getTime() >= SEEN_EVERY_MS
  }

  /** Names whose value is another one than before the batch. */
  private moved(): string[] {
    return [...this.before.keys()].filter((name) => !equal(this.before.get(name), this.valueNow(name)))
  }

  private valueNow(name: string): unknown {
    if (name === 'email' || name === 'userId') return this.key(name)
    if (name === 'timezone') return this.columns.timezone
    if (name === 'unsubscribed') return this.columns.unsubscribed_at !== null
    if (name === 'unsubscribeReason') return this.columns.unsubscribe_reason
    return own(this.allFields, name)
  }

  /** The news of this person, for the queue of changes. */
  changes(source: string): NewChange[] {
    const personId = this.personId
    if (this.mergedInto) {
      if (!this.row) return []
      return [
        { kind: 'person.merged', personId, ref: this.row.id },
        { kind: 'person.erased', personId: this.row.id, data: { mergedInto: personId } },
      ]
    }
    const news: NewChange[] = []
    const fields = this.row ? this.moved() : []
    if (!this.row) news.push({ kind: 'person.created', personId, data: { source } })
    else if (fields.length) {
      const before = Object.fromEntries(fields.map((name) => [name, this.before.get(name)]))
      const after = Object.fromEntries(fields.map((name) => [name, this.valueNow(name)]))
      news.push({ kind: 'person.changed', personId, data: { source, fields, before, after } })
    }
    if (this.row?.archived_at && !this.columns.archived_at) news.push({ kind: 'person.restored', personId })
    for (const tag of this.addedTags) news.push({ kind: 'tag.added', personId, ref: tag })
    return news
  }
}
