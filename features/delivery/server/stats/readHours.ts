import type { Tx } from '@millrace/kit/server'
import type { Figure } from '../ledger/counts.ts'
import { idsOf, isOfAll, type MailFilter, named, typed } from './mailFilter.ts'
import { readAlone } from './readFigures.ts'
import { HOURS, type Steady } from './weekHours.ts'

const COUNTED = [
  'accepted',
  'refused',
  'opened',
  'opens',
  'bot_opens',
  'clicked',
  'clicks',
  'bot_clicks',
] as const satisfies readonly Figure[]

/** Figures of an hour of the week: 0 is Monday's first one. */
export type HourRow = Record<(typeof COUNTED)[number], number> & { hour: number }

const RANGE_AT = 5
const FILTER_AT = 7
const EMAILS_AT = 12
/** Hours from the beginning of a Monday to that of the day on which moments begin to be counted. */
const THURSDAY = 72

const listed = COUNTED.map((figure) => `c.${figure}`).join(', ')

// The whole stretch is named beside its pieces, so that the planner knows how much there is to read.
const piecesFrom = (table: string, where: string) => `select c.at, p.ahead, ${listed}
    from unnest($2::timestamptz[], $3::timestamptz[], $4::int[]) as p (starts, ends, ahead)
    join ${table} c on c.account_id = $1 and c.at >= p.starts and c.at < p.ends
    where c.account_id = $1 and c.at >= $${RANGE_AT} and c.at < $${RANGE_AT + 1}${where}`

/** Figures by the hour of the week, by clocks that stand so many minutes ahead of UTC. */
const sqlOf = (filter: MailFilter) => {
  const asked = named(filter, FILTER_AT)
  // Steps and ways of sending have no index of their own here.
  const kept = isOfAll(filter)
    ? ' and c.email_id = 0'
    : ` and c.email_id <> 0 and c.email_id = any($${EMAILS_AT}::bigint[])`
  return `select (((extract(epoch from h.at)::bigint / 60 + h.ahead) / 60 + ${THURSDAY}) % ${HOURS})::int as hour,
      ${COUNTED.map((figure) => `sum(h.${figure})::bigint as ${figure}`).join(', ')}
    from (${piecesFrom('mail_quarters', kept + asked)} union all ${piecesFrom('mail_deltas', asked)}) h
    where num_nulls(${typed(FILTER_AT)}, $${EMAILS_AT}::bigint[]) >= 0
    group by 1`
}

/**
 * Reads figures by the hour of the week from quarters of an hour, of which all zones' hours are made. `emailIds` are those that
 * any of the mail that is asked for is of; null where all is asked for.
 */
export const readHours = (
  tx: Tx,
  accountId: number,
  steady: readonly Steady[],
  filter: MailFilter,
  emailIds: readonly number[] | null,
): Promise<HourRow[]> => {
  const pieces = [steady.map(({ from }) => from), steady.map(({ to }) => to), steady.map(({ ahead }) => ahead)]
  const values = [accountId, ...pieces, steady[0]?.from, steady.at(-1)?.to, ...idsOf(filter), emailIds]
  return readAlone<HourRow>(tx, sqlOf(filter), values)
}
