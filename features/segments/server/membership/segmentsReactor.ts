import type { Change, NewChange, Reactor } from '@millrace/kit/jobs'
import type { House, Tx } from '@millrace/kit/server'
import { ALL_SEGMENT_ID, ARCHIVED_SEGMENT_ID } from '../../contract/index.ts'
import type { GoalSql } from '../compile/dictionary.ts'
import { addTied } from './addTied.ts'
import { keysAfter } from './concerned.ts'
import { judge, type Work } from './judge.ts'
import { type Moved, noteMoves } from './noteMoves.ts'
import { loadRegister, type Register, type StoredSegment } from './register.ts'
import { SignsOfLife } from './signsOfLife.ts'

const REGARDED = new Set([
  'person.created',
  'person.changed',
  'person.archived',
  'person.restored',
  'person.erased',
  'person.merged',
  'tag.added',
  'tag.removed',
  'event',
  'segment.entered',
  'segment.left',
  'goal.reached',
  'object.created',
  'object.changed',
  'object.archived',
  'object.restored',
  'object.erased',
  'association.added',
  'association.removed',
])

/** These are followed elsewhere: along what is associated, or by forgetting. */
const ASIDE = /^(person\.erased|association\.|object\.)/

const segmentsAfter = (change: Change, { segments, after }: Register): Iterable<StoredSegment> =>
  keysAfter(change)?.flatMap(after) ?? segments

/** The segments of all people and of the archived have no stored members; what happens to people tells who enters. */
const ofEverybody = ({ kind, personId }: Change): NewChange[] => {
  const entered = (ref: number): NewChange => ({ kind: 'segment.entered', personId, ref })
  const left = (ref: number): NewChange => ({ kind: 'segment.left', personId, ref })
  if (kind === 'person.created') return [entered(ALL_SEGMENT_ID)]
  if (kind === 'person.archived') return [left(ALL_SEGMENT_ID), entered(ARCHIVED_SEGMENT_ID)]
  if (kind === 'person.restored') return [entered(ALL_SEGMENT_ID), left(ARCHIVED_SEGMENT_ID)]
  return []
}

// Forgets the memberships of people who are no more.
const FORGET = `delete from segment_members where account_id = $1::int and person_id = any ($2::bigint[])
  returning segment_id as "segmentId", left_at is null as "wasIn"`

const forget = async (tx: Tx, { dictionary }: Register, personIds: number[]) => {
  if (!personIds.length) return
  const { accountId } = dictionary
  const rows = await tx.rows<{ segmentId: number; wasIn: boolean }>(FORGET, [accountId, personIds], 'segments-forget')
  const moves = new Map<number, Moved>()
  for (const { segmentId, wasIn } of rows) {
    if (wasIn) moves.set(segmentId, { entered: 0, gone: (moves.get(segmentId)?.gone ?? 0) + 1 })
  }
  await noteMoves(tx, dictionary, moves)
}

const workAfter = (changes: readonly Change[], register: Register, signs: SignsOfLife): Work => {
  const work: Work = new Map()
  const { accountId, now } = register.dictionary
  const add = (segment: StoredSegment, personId: number) => {
    const people = work.get(segment)
    if (people) people.add(personId)
    else work.set(segment, new Set([personId]))
  }
  for (const change of changes) {
    if (change.personId === null || ASIDE.test(change.kind)) continue
    for (const segment of segmentsAfter(change, register)) add(segment, change.personId)
    if (change.kind !== 'event') continue
    for (const segment of register.after('seen')) {
      if (signs.isNews(accountId, segment, change, now)) add(segment, change.personId)
    }
  }
  return work
}

/** Keeps the members of segments true to what changed: only segments that mention it, only those people whom it is about. */
export const segmentsReactor = (house: House, goalSql?: GoalSql): Reactor => {
  const signs = new SignsOfLife()
  return {
    name: 'segments',
    react: async (tx, accountId, changes) => {
      const regarded = changes.filter(({ kind }) => REGARDED.has(kind))
      if (!regarded.length) return []
      const erased = regarded.filter(({ kind }) => kind === 'person.erased').map(({ personId }) => personId as number)
      const register = await loadRegister(tx, accountId, house.clock.now(), goalSql)
      await forget(tx, register, erased)
      const work = workAfter(regarded, register, signs)
      await addTied(tx, house, register, regarded, work)
      const news = await judge(tx, register, work)
      return [...regarded.flatMap(ofEverybody), ...news]
    },
  }
}
