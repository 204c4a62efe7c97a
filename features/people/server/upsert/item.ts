import type { NewChange } from '@millrace/kit/jobs'

/** A person to be made or changed. At least one key is needed; fields are person fields by name. */
export type UpsertItem = {
  id?: number | null
  userId?: string | number | null
  email?: string | null
  anonymousId?: string | null
  /** A userId or anonymous id under which the person was known before: that person becomes the one of `userId`. */
  previousId?: string | null
  fields: Record<string, unknown>
  tags?: readonly string[]
  /** When the person was last seen by this news; without it that time stays. */
  at?: Date
}

/** Who says so, and what may happen. */
export type UpsertOptions = {
  /** Where it comes from: `manual`, `api`, `import`, `ingest`, … Members' own acts bring archived people back. */
  source: string
  /** Whether unknown fields become person fields; else they are refused. */
  createFields: boolean
  /** `ignore` leaves people alone that are there already. */
  existing?: 'update' | 'ignore'
  /** Answers refused items one by one in `refusal` and takes the rest; without it one refusal refuses all. */
  isPartial?: boolean
  /** Hears what was recorded, and the time that was written: what it needs who wants to take it back. */
  onNews?: (news: readonly NewChange[], at: Date) => void
}

/** What became of an item. `personId` is 0 exactly where there is a `refusal`. */
export type Upserted = {
  personId: number
  created: boolean
  changedFields: string[]
  isTagged: boolean
  refusal?: string
}

/** An item whose keys and values are read: what the plan works on. */
export type PreparedItem = {
  id: number | null
  userId: string | null
  email: string | null
  anonymousId: string | null
  previousId: string | null
  /** Keys to be emptied; only where the item is named by id. */
  clears: readonly ('email' | 'userId')[]
  /** Person fields in the form in which they are kept; null empties. */
  fields: Map<string, unknown>
  /** What stands in columns; absent ones stay. */
  columns: { timezone?: string | null; unsubscribed?: boolean; unsubscribeReason?: string | null; createdAt?: Date }
  tagIds: readonly number[]
  at?: Date
  refusal?: string
}
