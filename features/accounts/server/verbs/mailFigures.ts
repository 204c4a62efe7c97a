import type { Tx } from '@millrace/kit/server'
import { type AccountMailFigures, FEW_MAILS } from '../../contract/index.ts'
import type { Desk } from '../ports.ts'

/** Administrators look at so many days, today among them. */
const DAYS = 7
const DAY_MS = 86_400_000

/** What accounts sent in the last seven days (in UTC) by their ids: all that sent anything, or some of them. */
export const mailFigures = async ({ house, ports }: Desk, tx: Tx, accountIds?: readonly number[]) => {
  const today = Math.floor(house.clock.now().getTime() / DAY_MS) * DAY_MS
  const since = new Date(today - (DAYS - 1) * DAY_MS)
  const rows = (await ports.mailOfAccounts?.(tx, since, accountIds)) ?? []
  return new Map(rows.map(({ accountId, ...figures }): [number, AccountMailFigures] => [accountId, figures]))
}

/** What the list of accounts can be sorted by. */
export type MailSort = keyof AccountMailFigures

// A share of few mails says little: it comes behind that of many.
const rankBy = (sort: MailSort, figures: AccountMailFigures) => {
  if (sort === 'sent' || !figures[sort]) return figures[sort]
  return figures[sort] / figures.sent + (figures.sent >= FEW_MAILS ? 1 : 0)
}

/** How far in front accounts come, by their ids. */
export const mailRanks = (sort: MailSort, figures: ReadonlyMap<number, AccountMailFigures>): Map<number, number> =>
  new Map([...figures].map(([id, sent]) => [id, rankBy(sort, sent)]))
