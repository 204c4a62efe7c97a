import type { Tx } from '@millrace/kit/server'
import type { Conditions } from '../contract/index.ts'
import { conditionSql } from './compile/compileConditions.ts'
import type { Dictionary } from './compile/dictionary.ts'
import { openStatement } from './compile/statement.ts'

/** A stretch of a person's time: what they did after its beginning and up to its end counts. */
export type Span = { personId: number; after: Date; until: Date }

/**
 * Whether people meet conditions when only what they did in a stretch of time counts; everything else that conditions can be
 * about counts as it is now. One answer for each, in order.
 */
export const matchesWithin = async (
  tx: Tx,
  conditions: Conditions,
  dictionary: Dictionary,
  spans: readonly Span[],
): Promise<boolean[]> => {
  if (!spans.length) return []
  const { accountId } = dictionary
  const values: unknown[] = [
    accountId,
    spans.map(({ personId }) => personId),
    spans.map(({ after }) => after),
    spans.map(({ until }) => until),
  ]
  const span = { after: 'u.after', until: 'u.until' }
  const sql = conditionSql(conditions, openStatement(dictionary, { params: values, span }))
  // The places of those who meet the conditions.
  const rows = await tx.rows<{ place: number }>(
    `select u.place from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[]) with ordinality as u(id, after, until, place)
     join people p on p.id = u.id where p.account_id = $1::int and ${sql}`,
    values,
  )
  const met = new Set(rows.map(({ place }) => Number(place)))
  return spans.map((_, index) => met.has(index + 1))
}
