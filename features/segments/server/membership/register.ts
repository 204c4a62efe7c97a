import { type Tx, together } from '@millrace/kit/server'
import { type Conditions, upgradeConditions } from '../../contract/index.ts'
import type { Dictionary, GoalSql, Kind } from '../compile/dictionary.ts'
import { loadDictionary } from '../loadDictionary.ts'
import { type DependencyKey, dependenciesOf } from './dependencies.ts'
import { type Nesting, nestingOf } from './nesting.ts'
import { type Path, pathsOf } from './paths.ts'

/** A segment whose members are stored. */
export type StoredSegment = {
  id: number
  conditions: Conditions
  definition: number
  /** Of the conditions as they were written; a renamed tag rewords them without making another definition. */
  mark: string
  /** What is in it. */
  kind: Kind
  /** How its conditions look at what is associated. */
  paths: readonly Path[]
}

/** The segments of an account, found by what they depend on. */
export type Register = {
  dictionary: Dictionary
  segments: readonly StoredSegment[]
  /** The segments that must be asked again after a change. */
  after(key: DependencyKey): readonly StoredSegment[]
  /** Segments that are being built, with the number of the build's look; whom they are asked about is noted. */
  building: ReadonlyMap<number, number>
  nesting: Nesting
}

// The segments of an account whose members are stored; conditions only of those that are not known as they are.
const STORED = `select s.id, s.definition, c.mark, o.id as kind, case when k.id is null then s.conditions end as conditions,
    case when t.building is not null then t.build_look end as look
  from segments s cross join lateral (select md5(s.conditions::text) as mark) c
  left join unnest($2::bigint[], $3::int[], $4::text[]) as k(id, definition, mark)
    on k.id = s.id and k.definition = s.definition and k.mark = c.mark
  left join segment_states t on t.account_id = $1 and t.segment_id = s.id
  left join object_schemas o on o.account_id = $1 and o.deleted_at is null and lower(o.name) = lower(s.object_name)
  where s.account_id = $1 and s.id not in (1, 2) and (s.object_name = 'person' or o.id is not null) order by s.account_id, s.id`

type Row = Omit<StoredSegment, 'conditions' | 'paths'> & { conditions: Conditions | null; look: number | null }

type Kept = {
  associations: unknown
  segments: readonly StoredSegment[]
  index: Map<DependencyKey, StoredSegment[]>
  nesting: Nesting
  events: unknown
  tags: unknown
}

/** Accounts whose segments are kept as they were read last. */
const KEPT = 200
const kept = new Map<number, Kept>()

const indexOf = (segments: readonly StoredSegment[], dictionary: Dictionary) => {
  const index = new Map<DependencyKey, StoredSegment[]>()
  for (const segment of segments) {
    if (segment.kind !== null) continue
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
  const before = kept.get(accountId)
  const known = before?.segments ?? []
  const marks = [known.map(({ id }) => id), known.map(({ definition }) => definition), known.map(({ mark }) => mark)]
  const [dictionary, rows] = await together([
    loadDictionary(tx, accountId, now, goalSql),
    tx.rows<Row>(STORED, [accountId, ...marks], 'segments-stored'),
  ])
  const { events, tags, associations } = dictionary
  const areSame = before?.associations === associations
  const byId = new Map(known.map((segment) => [segment.id, segment]))
  const read = rows.map(({ conditions, look: _, ...row }): StoredSegment => {
    const old = byId.get(row.id)
    if (!conditions && old && areSame && old.kind === row.kind) return old
    const now = (conditions ? upgradeConditions(conditions) : old?.conditions) as Conditions
    return { ...row, conditions: now, paths: pathsOf(now, row.kind, dictionary) }
  })
  const segments = isSame(read, known) ? known : read
  const isKept =
    before &&
    segments === known &&
    before.events === events &&
    before.tags === tags &&
    before.associations === associations
  const index = isKept ? before.index : indexOf(segments, dictionary)
  kept.delete(accountId)
  const nesting = isKept ? before.nesting : nestingOf(segments, dictionary)
  kept.set(accountId, { segments, index, nesting, events, tags, associations })
  if (kept.size > KEPT) for (const oldest of [...kept.keys()].slice(0, kept.size - KEPT)) kept.delete(oldest)
  const building = new Map(rows.flatMap(({ id, look }) => (look === null ? [] : [[id, look] as const])))
  return { dictionary, segments, building, nesting, after: (key) => index.get(key) ?? [] }
}
