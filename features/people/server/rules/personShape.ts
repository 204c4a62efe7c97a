import type { Person } from '../../contract/index.ts'

/** A row of `people` as statements read it. */
export type PersonRow = {
  id: number
  email: string | null
  user_id: string | null
  anonymous_id: string | null
  fields: Record<string, unknown>
  tags: number[]
  created_at: Date
  updated_at: Date
  last_seen_at: Date | null
  unsubscribed_at: Date | null
  unsubscribe_reason: string | null
  archived_at: Date | null
  timezone: string | null
}

/** The columns of a `PersonRow`, of a table called `p`. */
export const PERSON_COLUMNS = `p.id, p.email, p.user_id, p.anonymous_id, p.fields, p.tags, p.created_at, p.updated_at,
  p.last_seen_at, p.unsubscribed_at, p.unsubscribe_reason, p.archived_at, p.timezone`

const joined = (fields: Record<string, unknown>) =>
  [fields.firstName, fields.lastName].filter((part) => typeof part === 'string' && part).join(' ')

/** The name to show: the field `name`, else first and last name, else null. */
export const nameOf = (fields: Record<string, unknown>): string | null =>
  (typeof fields.name === 'string' && fields.name) || joined(fields) || null

const iso = (at: Date | null) => at?.toISOString() ?? null

/** A person as calls answer it. `tagNames`: tag id to name; unknown ids (a tag being deleted) are left out. */
export const toPerson = (row: PersonRow, tagNames: ReadonlyMap<number, string>): Person => ({
  ...row.fields,
  id: row.id,
  email: row.email,
  userId: row.user_id,
  segmentAnonymousId: row.anonymous_id,
  name: nameOf(row.fields),
  tags: row.tags.flatMap((id) => tagNames.get(id) ?? []).join(','),
  timezone: row.timezone,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  lastSeenAt: iso(row.last_seen_at),
  unsubscribed: row.unsubscribed_at !== null,
  unsubscribedAt: iso(row.unsubscribed_at),
  unsubscribeReason: row.unsubscribe_reason,
  archived: row.archived_at !== null,
  archivedAt: iso(row.archived_at),
})

/** Keeps the built-in properties and the named fields; everything where no names, or `all`, are given. */
export const pickFields = (row: PersonRow, attributes: readonly string[] | undefined): PersonRow => {
  if (!attributes?.length || attributes.includes('all')) return row
  const wanted = new Set([...attributes, 'name', 'firstName', 'lastName'])
  return { ...row, fields: Object.fromEntries(Object.entries(row.fields).filter(([name]) => wanted.has(name))) }
}
