import { malformed, type Tx } from '@millrace/kit/server'
import { fieldRules } from '../../fields/fieldRules.ts'
import { hotExpression, hotKindOf } from '../../fields/hotExpression.ts'

/**
 * What people are sorted by: SQL over `people p`, with a field's name as `$name`. `index`: the condition under which an
 * index keeps this order.
 */
export type SortBy = { sql: string; field?: string; index?: string }

/** The name as the list shows it; the same expression as the index people_name. */
const NAME = `lower(nullif(btrim(coalesce(nullif(p.fields ->> 'name', ''),
  coalesce(p.fields ->> 'firstName', '') || ' ' || coalesce(p.fields ->> 'lastName', ''))), ''))`

const COLUMNS: Record<string, SortBy> = {
  name: { sql: NAME, index: `${NAME} is not null` },
  email: { sql: 'p.email', index: 'p.email is not null' },
  userId: { sql: 'p.user_id', index: 'p.user_id is not null' },
  segmentAnonymousId: { sql: 'p.anonymous_id', index: 'p.anonymous_id is not null' },
  // Without an index: it moves with what people do, and every sign of life would write all indexes of the row anew (six times
  // as long, twenty times as much log for people here and there).
  lastSeenAt: { sql: 'p.last_seen_at' },
  updatedAt: { sql: 'p.updated_at' },
  timezone: { sql: 'p.timezone' },
  unsubscribed: { sql: 'p.unsubscribed_at' },
  unsubscribedAt: { sql: 'p.unsubscribed_at' },
  unsubscribeReason: { sql: 'lower(p.unsubscribe_reason)' },
  archived: { sql: 'p.archived_at' },
  archivedAt: { sql: 'p.archived_at' },
  id: { sql: 'p.id' },
  tags: { sql: 'nullif(cardinality(p.tags), 0)' },
}

const NUMBER = `case jsonb_typeof(p.fields -> $name) when 'number' then (p.fields ->> $name)::float8 end`

/** How to sort by a column or by a person field; 400 where there is none of this name. */
export const sortBy = async (tx: Tx, accountId: number, name: string): Promise<SortBy> => {
  const column = Object.hasOwn(COLUMNS, name) ? COLUMNS[name] : undefined
  if (column) return column
  const rule = (await fieldRules(tx, accountId)).get(name)
  if (!rule) throw malformed(`There is no field "${name.slice(0, 80)}" to sort by.`)
  const hot = rule.isHot ? hotKindOf(rule) : undefined
  if (hot) {
    const sql = hotExpression(name, hot, 'p.fields')
    return { sql, index: `${sql} is not null` }
  }
  const isNumber = !rule.isArray && (rule.type === 'number' || rule.type === 'integer')
  return { sql: isNumber ? NUMBER : 'lower(p.fields ->> $name)', field: name }
}
