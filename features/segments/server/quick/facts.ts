import type { Tx } from '@millrace/kit/server'

/** What is known of a person while conditions are asked: their row, and the segments that they are stored in. */
export type Facts = {
  id: number
  email: string | null
  userId: string | null
  segmentAnonymousId: string | null
  timezone: string | null
  fields: Record<string, unknown>
  tags: readonly number[]
  createdAt: Date
  updatedAt: Date
  lastSeenAt: Date | null
  unsubscribedAt: Date | null
  unsubscribeReason: string | null
  archivedAt: Date | null
  segments: ReadonlySet<number>
}

// People with everything that conditions on themselves are about.
const PEOPLE = `select p.id, p.email, p.user_id as "userId", p.anonymous_id as "segmentAnonymousId", p.timezone, p.fields, p.tags,
    p.created_at as "createdAt", p.updated_at as "updatedAt", p.last_seen_at as "lastSeenAt",
    p.unsubscribed_at as "unsubscribedAt", p.unsubscribe_reason as "unsubscribeReason", p.archived_at as "archivedAt"
  from people p where p.account_id = $1::int and p.id = any ($2::bigint[])`

// The segments that people are stored in.
const STANDING = `select m.person_id as "personId", array_agg(m.segment_id) as segments from segment_members m
  where m.account_id = $1::int and m.person_id = any ($2::bigint[]) and m.left_at is null group by m.person_id`

/** What is known of some people, by id, and the segments that they are stored in; those who are no more have no facts. */
export type Known = { facts: ReadonlyMap<number, Facts>; standing: ReadonlyMap<number, ReadonlySet<number>> }

const NOWHERE: ReadonlySet<number> = new Set()

/** Reads what is known of some people. */
export const loadFacts = async (tx: Tx, accountId: number, personIds: readonly number[]): Promise<Known> => {
  const people = await tx.rows<Facts>(PEOPLE, [accountId, personIds])
  const rows = await tx.rows<{ personId: number; segments: number[] }>(STANDING, [accountId, personIds])
  const standing = new Map(rows.map((row) => [row.personId, new Set(row.segments)]))
  const facts = new Map(people.map((row) => [row.id, { ...row, segments: standing.get(row.id) ?? NOWHERE }]))
  return { facts, standing }
}
