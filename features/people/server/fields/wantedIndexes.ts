import type { Tx } from '@millrace/kit/server'
import { allMentions, type NameKeeper } from '../ports.ts'
import { type HotKind, hotIndexName, hotKindOf } from './hotExpression.ts'

/** From so many people on, looking at everybody takes long enough that an index is worth its writing. */
export const HOT_FROM = 20_000

/** Most indexes of fields in an installation: each is written with every change of a person, and read by every plan. */
export const MOST_INDEXES = 24

/** Accounts that have so many people. */
const LARGE = `select /* across accounts: where an index is worth it */ a.id from accounts a
  where (select 1 from people p where p.account_id = a.id order by p.account_id, p.id offset $1 - 1 limit 1) is not null
  order by a.id`

/** The fields of an account that an index can keep. */
const FIELDS = `select name, type, format, is_hot_wanted as "isWanted" from person_fields
  where account_id = $1 and not is_first_class and not is_array order by account_id, created_at, name`

type Field = { name: string; type: string; format: string | null; isWanted: boolean }

/** An index of a field and the accounts that it answers. */
export type WantedIndex = { index: string; name: string; kind: HotKind; accounts: number[] }

const namedByConditions = async (tx: Tx, accountId: number, keepers: readonly NameKeeper[]): Promise<Set<string>> => {
  const mentions = await allMentions(tx, accountId, keepers)
  return new Set(mentions.flatMap(({ what, name, use }) => (what === 'field' && use.kind === 'segment' ? name : [])))
}

type Weighed = WantedIndex & { isAsked: boolean }

/**
 * The indexes that are worth having: of fields in large accounts that a member asked for, or that segments ask about. Fields
 * of the same name and kind share one. Where they are too many, those that were asked for and serve most accounts stay.
 */
export const wantedIndexes = async (
  tx: Tx,
  keepers: readonly NameKeeper[],
  from: number = HOT_FROM,
): Promise<WantedIndex[]> => {
  const wanted = new Map<string, Weighed>()
  for (const { id } of await tx.rows<{ id: number }>(LARGE, [from])) {
    const named = await namedByConditions(tx, id, keepers)
    for (const { name, type, format, isWanted } of await tx.rows<Field>(FIELDS, [id])) {
      const kind = hotKindOf({ type, format })
      if (!kind || !(isWanted || named.has(name))) continue
      const index = hotIndexName(name, kind)
      const known = wanted.get(index) ?? { index, name, kind, accounts: [], isAsked: false }
      wanted.set(index, { ...known, accounts: [...known.accounts, id], isAsked: known.isAsked || isWanted })
    }
  }
  const byWorth = (a: Weighed, b: Weighed) =>
    Number(b.isAsked) - Number(a.isAsked) || b.accounts.length - a.accounts.length || (a.index < b.index ? -1 : 1)
  return [...wanted.values()].sort(byWorth).slice(0, MOST_INDEXES)
}
