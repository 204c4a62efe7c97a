import type { Tx } from '@millrace/kit/server'
import { type Conditions, upgradeConditions } from '../../contract/index.ts'
import type { Dictionary, GoalSql } from '../compile/dictionary.ts'
import { loadDictionary } from '../loadDictionary.ts'
import { type DependencyKey, dependenciesOf } from './dependencies.ts'

/** A segment whose members are stored. */
export type StoredSegment = {
  id: number
  conditions: Conditions
  definition: number
  /** Of the conditions as they were written; a renamed tag rewords them without making another definition. */
  mark: string
}

/** The segments of an account, found by what they depend on. */
export type Register = {
  dictionary: Dictionary
  segments: readonly StoredSegment[]
  /** The segments that must be asked again after a change. */
  after(key: DependencyKey): readonly StoredSegment[]
}

// The segments of an account whose members are stored; conditions only of those that are not known as they are.
const STORED = `select s.id, s.definition, c.mark, case when k.id is null then s.conditions end as conditions
  from segments s cross join lateral (select md5(s.conditions::text) as mark) c
  left join unnest($2::bigint[], $3::int[], $4::text[]) as k(id, definition, mark)
    on k.id = s.id and k.definition = s.definition and k.mark = c.mark
  where s.account_id = $1 and s.id not in (1, 2) and s.object_name = 'person' order by s.account_id, s.id`

type Kept = {
  segments: readonly StoredSegment[]
  index: Map<DependencyKey, StoredSegment[]>
  events: unknown
  tags: unknown
}

/** Accounts whose segments are kept as they were read last. */
const KEPT = 200
const kept = new Map<number, Kept>()

const indexOf = (segments: readonly StoredSegment[], dictionary: Dictionary) => {
  const index = new Map<DependencyKey, StoredSegment[]>()
  for (const segment of segments) {
    for (const key of dependenciesOf(segment.conditions, dictionary)) {
      const list = index.get(key)
      if (list) list.push(segment)
      else index.set(key, [segment])
    }
  }
  return index
}

const isSame = (a: readonly StoredSegment[], b: readonly StoredSegment[]) =>
  a.length === b.length && a.every((segment, place) => segment === b[place])

/** Reads an account's segments with everything that their conditions can be about. */
export const loadRegister = async (tx: Tx, accountId: number, now: Date, goalSql?: GoalSql): Promise<Register> => {
  const dictionary = await loadDictionary(tx, accountId, now, goalSql)
  const { events, tags } = dictionary
  const before = kept.get(accountId)
  const known = before?.segments ?? []
  const rows = await tx.rows<Omit<StoredSegment, 'conditions'> & { conditions: Conditions | null }>(
    STORED,
    [accountId, known.map(({ id }) => id), known.map(({ definition }) => definition), known.map(({ mark }) => mark)],
    'segments-stored',
  )
  const byId = new Map(known.map((segment) => [segment.id, segment]))
  const read = rows.map(({ conditions, ...row }) =>
    conditions
      ? { ...row, conditions: upgradeConditions(conditions) as Conditions }
      : (byId.get(row.id) as StoredSegment),
  )
  const segments = isSame(read, known) ? known : read
  const isKept = before && segments === known && before.events === events && before.tags === tags
  const index = isKept ? before.index : indexOf(segments, dictionary)
  kept.delete(accountId)
  kept.set(accountId, { segments, index, events, tags })
  if (kept.size > KEPT) for (const oldest of [...kept.keys()].slice(0, kept.size - KEPT)) kept.delete(oldest)
  return { dictionary, segments, after: (key) => index.get(key) ?? [] }
}
