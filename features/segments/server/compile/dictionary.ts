import type { Conditions } from '../../contract/index.ts'

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

/** What conditions are asked of: people (null), or objects by the id of their schema. */
export type Kind = number | null

/** A kind of objects with its fields. */
export type KnownKind = { id: number; name: string; fields: ReadonlyMap<string, KnownField> }

/** A way in which two kinds are tied together. */
export type KnownAssociation = { id: number; from: Kind; to: Kind }

/**
 * A segment as a condition about it needs it: `people` and `archived` are asked of people themselves, `objects` of the
 * objects that are stored in it, the rest of the stored members.
 */
export type KnownSegment = { id: number; membership: 'stored' | 'people' | 'archived' | 'objects' }

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
  /** Segments that are asked by their conditions, whoever is stored in them: for those who have just changed. */
  asked?: ReadonlyMap<number, { kind: Kind; conditions: Conditions }>
  /** Kinds of objects by the ids of their schemas. */
  kinds?: ReadonlyMap<number, KnownKind>
  associations?: ReadonlyMap<number, KnownAssociation>
  goalSql?: GoalSql
}
