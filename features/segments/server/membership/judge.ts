import type { NewChange } from '@millrace/kit/jobs'
import { type Tx, withGenericPlans } from '@millrace/kit/server'
import { conditionSql } from '../compile/compileConditions.ts'
import type { Dictionary, Kind } from '../compile/dictionary.ts'
import { openStatement } from '../compile/statement.ts'
import { loadFacts } from '../quick/facts.ts'
import { answerQuickly, type Question } from '../quick/quickly.ts'
import { noteJudged } from './judgedMeanwhile.ts'
import type { Register, StoredSegment } from './register.ts'
import { type Move, storeMoves } from './storeMoves.ts'
import { wavesOf } from './waves.ts'

/** Whom to ask about: people by segment; objects, by their ids, where the segment is of objects. */
export type Work = Map<StoredSegment, Set<number>>

type Pair = { segment: StoredSegment; personId: number }

/** How many pairs of a segment and a person are judged at a time. */
const PAIRS = 20_000

const statementOf = (dictionary: Dictionary, segments: ReadonlySet<StoredSegment>, kind: Kind, values: unknown[]) => {
  const statement = openStatement(dictionary, { params: values, kind })
  // One predicate for each segment; only the one that a pair is about is asked.
  const cases = [...segments].map(({ id, conditions }) => `when ${id} then ${conditionSql(conditions, statement)}`)
  // The pairs of segment and person in which the person meets the conditions.
  return `select w.place from unnest($2::bigint[], $3::bigint[]) with ordinality as w(segment_id, person_id, place)
    join ${kind === null ? 'people' : 'objects'} p on p.account_id = $1::int and p.id = w.person_id
    where p.archived_at is null and case w.segment_id ${cases.join('\n')} end`
}

const askKind = async (tx: Tx, dictionary: Dictionary, pairs: readonly Pair[], kind: Kind): Promise<Pair[]> => {
  if (!pairs.length) return []
  const values: unknown[] = [
    dictionary.accountId,
    pairs.map(({ segment }) => segment.id),
    pairs.map(({ personId }) => personId),
  ]
  const sql = statementOf(dictionary, new Set(pairs.map(({ segment }) => segment)), kind, values)
  const rows = await tx.rows<{ place: number }>(sql, values)
  return rows.flatMap(({ place }) => pairs[place - 1] ?? [])
}

/** Which pairs are met, asked of the database. */
const ask = async (tx: Tx, dictionary: Dictionary, pairs: readonly Pair[]): Promise<ReadonlySet<Pair>> => {
  const met: Pair[] = []
  for (const kind of new Set(pairs.map(({ segment }) => segment.kind))) {
    const some = pairs.filter(({ segment }) => segment.kind === kind)
    met.push(...(await askKind(tx, dictionary, some, kind)))
  }
  return new Set(met)
}

const moveOf = ({ segment, personId }: Pair, isIn: boolean): Move => ({
  segmentId: segment.id,
  personId,
  isIn,
  kind: segment.kind,
})

/** What is told without asking: of those who are archived or no more, that they are in nothing. */
const answerPairs = async (tx: Tx, dictionary: Dictionary, pairs: readonly Pair[]) => {
  const people = [...new Set(pairs.map(({ personId }) => personId))]
  const { facts, standing } = await loadFacts(tx, dictionary.accountId, people)
  const asked: { pair: Pair; question: Question }[] = []
  for (const pair of pairs) {
    const known = facts.get(pair.personId)
    if (known?.archivedAt === null) {
      asked.push({ pair, question: { conditions: pair.segment.conditions, facts: known } })
    }
  }
  const answers = await answerQuickly(
    tx,
    dictionary,
    asked.map(({ question }) => question),
  )
  return { standing, answers: new Map(asked.map(({ pair }, index) => [pair, answers[index]])) }
}

/** For people about whom something changed: most is told by their rows and what they did last, the rest is asked. */
const judgePeople = async (tx: Tx, dictionary: Dictionary, pairs: readonly Pair[]): Promise<Move[]> => {
  const { standing, answers } = await withGenericPlans(tx, () => answerPairs(tx, dictionary, pairs))
  const open = pairs.filter((pair) => answers.has(pair) && answers.get(pair) === undefined)
  const met = await ask(tx, dictionary, open)
  return pairs.flatMap((pair) => {
    const isIn = answers.get(pair) ?? met.has(pair)
    const wasIn = standing.get(pair.personId)?.has(pair.segment.id) ?? false
    return isIn === wasIn ? [] : [moveOf(pair, isIn)]
  })
}

// Those among some objects who are stored as being in a segment.
const MEMBERS = `select m.object_id as id from segment_objects m
  where m.account_id = $1::int and m.segment_id = $2::bigint and m.object_id = any ($3::bigint[]) and m.left_at is null`

/** For objects. */
const judgeObjects = async (tx: Tx, dictionary: Dictionary, pairs: readonly Pair[]): Promise<Move[]> => {
  const met = await ask(tx, dictionary, pairs)
  const moves: Move[] = []
  for (const segment of new Set(pairs.map((pair) => pair.segment))) {
    const own = pairs.filter((pair) => pair.segment === segment)
    const values = [dictionary.accountId, segment.id, own.map(({ personId }) => personId)]
    const members = new Set((await tx.rows<{ id: number }>(MEMBERS, values)).map(({ id }) => id))
    for (const pair of own) if (met.has(pair) !== members.has(pair.personId)) moves.push(moveOf(pair, met.has(pair)))
  }
  return moves
}

const inPieces = function* (work: Work): Generator<Pair[]> {
  let piece: Pair[] = []
  for (const [segment, people] of work) {
    for (const personId of people) {
      piece.push({ segment, personId })
      if (piece.length < PAIRS) continue
      yield piece
      piece = []
    }
  }
  if (piece.length) yield piece
}

type Known = Pick<Register, 'dictionary' | 'building' | 'nesting'>

const judgeWave = async (tx: Tx, { dictionary, building }: Known, work: Work): Promise<NewChange[]> => {
  const moves: Move[] = []
  for (const piece of inPieces(work)) {
    const people = piece.filter(({ segment }) => segment.kind === null)
    const objects = people.length < piece.length ? piece.filter(({ segment }) => segment.kind !== null) : []
    if (people.length) moves.push(...(await judgePeople(tx, dictionary, people)))
    if (objects.length) moves.push(...(await judgeObjects(tx, dictionary, objects)))
    await noteJudged(tx, dictionary.accountId, building, piece)
  }
  await storeMoves(tx, dictionary, moves)
  return moves.map(({ segmentId, personId, isIn, kind }) => ({
    kind: isIn ? 'segment.entered' : 'segment.left',
    personId: kind === null ? personId : null,
    ref: segmentId,
    at: dictionary.now,
    ...(kind !== null && { data: { objectId: personId, schemaId: kind } }),
  }))
}

/**
 * Asks for each segment and person anew whether the person is in it, stores what moved, and answers it as changes. The
 * caller holds the account's lane, so that nobody judges the same people at the same time.
 */
export const judge = async (tx: Tx, known: Known, work: Work): Promise<NewChange[]> => {
  const news: NewChange[] = []
  for (const wave of wavesOf(work, known)) news.push(...(await judgeWave(tx, known, wave)))
  return news
}
