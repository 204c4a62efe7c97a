import type { Loop } from '@millrace/kit/jobs'
import type { House, Tx } from '@millrace/kit/server'
import { FIGURES, REASONS } from '../ledger/counts.ts'

const AT_ONCE = 20_000
const EVERY_MS = 1_000

const LINK_KEYS = ['link_id', ...REASONS]
const LINK_FIGURES = ['clicked', 'clicks', 'bot_clicks']

const comma = (names: readonly string[], of = (name: string) => name) => names.map(of).join(', ')
const sums = (figures: readonly string[]) => comma(figures, (figure) => `sum(${figure})`)

/** Adds what was taken to a table of sums, its rows in one order for all, so that nobody waits in a circle. */
const addTo = (table: string, at: string, keys: readonly string[], figures: readonly string[], from: string) =>
  `insert into ${table} as t (account_id, at, ${comma(keys)}, ${comma(figures)})
    select account_id, ${at} as slot, ${comma(keys)}, ${sums(figures)} from ${from}
    group by account_id, slot, ${comma(keys)} order by account_id, slot, ${comma(keys)}
    on conflict (account_id, email_id, at, ${comma(keys.filter((key) => key !== 'email_id'))}) do update set
      ${comma(figures, (figure) => `${figure} = t.${figure} + excluded.${figure}`)}`

const take = (table: string) => `/* across accounts: what was counted since the last time */ with few as (
    select d.account_id, d.id from ${table} d order by d.account_id, d.id limit $1 for update skip locked
  ), taken as (
    delete from ${table} d using few where d.account_id = few.account_id and d.id = few.id returning d.*
  )`

/** Adds mail that was counted to its quarter of an hour, its day and its month, and to those of all mail of the account. */
const MAIL = `${take('mail_deltas')}, twice as (
    select account_id, at, ${comma(REASONS)}, ${comma(FIGURES)} from taken
    union all select account_id, at, ${comma(REASONS, () => '0')}, ${comma(FIGURES)} from taken
  ), quarters as (${addTo('mail_quarters', 'at', REASONS, FIGURES, 'twice')}
  ), days as (${addTo('mail_days', `date_trunc('day', at, 'UTC')`, REASONS, FIGURES, 'twice')}
  ), months as (${addTo('mail_months', `date_trunc('month', at, 'UTC')`, REASONS, FIGURES, 'twice')}
  ) select count(*)::int as taken from taken`

/** Adds clicks that were counted to the quarters of an hour of their links. */
const LINKS = `${take('link_deltas')}, quarters as (${addTo('link_quarters', 'at', LINK_KEYS, LINK_FIGURES, 'taken')}
  ) select count(*)::int as taken from taken`

const fold = async (tx: Tx): Promise<boolean> => {
  const mail = await tx.one<{ taken: number }>(MAIL, [AT_ONCE], 'figures-fold-mail')
  const links = await tx.one<{ taken: number }>(LINKS, [AT_ONCE], 'figures-fold-links')
  return mail?.taken === AT_ONCE || links?.taken === AT_ONCE
}

/** Adds up, every second, what was counted: readers see it before already, and then need not add it up themselves. */
export const foldFigures = (house: House): Loop => ({
  name: 'figures of mail',
  topic: 'mail-figures',
  everyMs: EVERY_MS,
  work: async () => ((await house.db.system(fold)) ? 'more' : undefined),
})
