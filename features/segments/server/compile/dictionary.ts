/** A person field as conditions need it. */
export type KnownField = {
  name: string
  type: string
  format: string | null
  isArray?: boolean
  /** An index keeps its values. */
  isHot?: boolean
}

/** A name under which events were recorded. */
export type KnownEvent = { id: number; name: string; kind: string }

/** A segment as a condition about it needs it: `people` and `archived` are asked of people themselves, the rest of the stored members. */
export type KnownSegment = { id: number; membership: 'stored' | 'people' | 'archived' }

/** Asks whether a person reached a goal: SQL for a boolean, given the text of the account's parameter and of the person's id. */
export type GoalSql = (stepId: number, account: string, personId: string) => string

/** Everything that the meaning of conditions depends on besides the people themselves. */
export type Dictionary = {
  accountId: number
  now: Date
  /** The account's time zone, known to the database. */
  timezone: string
  fields: ReadonlyMap<string, KnownField>
  events: readonly KnownEvent[]
  /** Ids by lower-case name. */
  tags: ReadonlyMap<string, number>
  segments: ReadonlyMap<number, KnownSegment>
  goalSql?: GoalSql
}
