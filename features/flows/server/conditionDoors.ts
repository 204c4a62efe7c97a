import { type Change, changedIn, subjectOf } from '@millrace/kit/jobs'
import type { House, Tx } from '@millrace/kit/server'
import {
  canAskTogether,
  checkKinds,
  concernedAlong,
  concernedBy,
  type Dictionary,
  type GoalSql,
  loadDictionary,
  matches,
  matchesEach,
  matchesObjects,
  matchesWithin,
} from '@millrace/segments/server'
import type { Conditions } from '../contract/index.ts'
import type { FlowDoors } from './doors.ts'
import { subjectIn } from './subjects/subjects.ts'

/** Whether a person reached a goal, for conditions of segments. */
export const goalSql: GoalSql = (stepId, account, personId) =>
  `(select 1 from flow_goals g where g.account_id = ${account} and g.step_id = ${Number(stepId)} and g.person_id = ${personId} limit 1) is not null`

/** The kind of some objects of a flow; all of them are of the same. */
const KIND = 'select schema_id as id from objects where account_id = $1 and id = any($2::bigint[]) limit 1'

/** The objects that a change is about, those at both ends of an association included, by the negatives of their ids. */
const objectsOf = (change: Change): number[] => {
  const { kind, data } = change
  const subject = subjectOf(change)
  const own = subject !== null && subject < 0 ? [subject] : []
  if (!kind.startsWith('association.') || !data) return own
  const end = (id: unknown, schemaId: unknown) => (schemaId === null || typeof id !== 'number' ? [] : [-id])
  return [...own, ...end(data.fromId, data.fromSchemaId), ...end(data.toId, data.toSchemaId)]
}

/** Whether those of a flow are objects: all of them are, or none. */
export const areObjects = (subjects: readonly { personId: number }[]): boolean => (subjects[0]?.personId ?? 0) < 0

type ConditionDoors = Pick<
  FlowDoors,
  'checkConditions' | 'matches' | 'canAskTogether' | 'matchesEach' | 'matchesWithin' | 'concerned'
> & {
  /** What conditions can be about may have become more. */
  forget(tx: Tx): void
}

/** The doors by which flows ask conditions, of people and of objects. */
export const conditionDoors = (house: House): ConditionDoors => {
  // What conditions can be about is read once a transaction, and again after tags or fields may have been made in it.
  const dictionaries = new WeakMap<Tx, Dictionary>()
  const dictionaryOf = async (tx: Tx, accountId: number) => {
    const known = dictionaries.get(tx)
    if (known?.accountId === accountId) return known
    const dictionary = await loadDictionary(tx, accountId, house.clock.now(), goalSql)
    dictionaries.set(tx, dictionary)
    return dictionary
  }
  const objectsThat = async (tx: Tx, accountId: number, conditions: Conditions, subjects: readonly number[]) => {
    const ids = subjects.map((subject) => -subject)
    const kind = await tx.one<{ id: number }>(KIND, [accountId, ids], 'flows-kind-of-objects')
    if (!kind) return new Set<number>()
    const fresh = new Set([...changedIn(tx)].map((subject) => -subject))
    const those = await matchesObjects(tx, conditions, await dictionaryOf(tx, accountId), kind.id, ids, fresh)
    return new Set([...those].map((id) => -id))
  }
  return {
    forget: (tx) => void dictionaries.delete(tx),
    checkConditions: async (tx, accountId, conditions, kindId) => {
      const dictionary = await dictionaryOf(tx, accountId)
      if (!kindId) return void (await matches(tx, conditions, dictionary, [0]))
      checkKinds(conditions, kindId, dictionary)
      await matchesObjects(tx, conditions, dictionary, kindId, [0])
    },
    matches: async (tx, accountId, conditions, personIds) =>
      (personIds[0] ?? 0) < 0
        ? objectsThat(tx, accountId, conditions, personIds)
        : matches(tx, conditions, await dictionaryOf(tx, accountId), personIds, changedIn(tx)),
    canAskTogether,
    matchesEach: async (tx, accountId, conditions, personIds) =>
      matchesEach(tx, conditions, await dictionaryOf(tx, accountId), personIds),
    matchesWithin: async (tx, accountId, conditions, spans) => {
      if (!areObjects(spans)) return matchesWithin(tx, conditions, await dictionaryOf(tx, accountId), spans)
      // Objects do nothing that has a time: what they are counts as it is now.
      const ids = [...new Set(spans.map(({ personId }) => personId))]
      const those = await objectsThat(tx, accountId, conditions, ids)
      return spans.map(({ personId }) => those.has(personId))
    },
    concerned: async (tx, accountId, conditions, changes, kindId) => {
      const dictionary = await dictionaryOf(tx, accountId)
      const along = await concernedAlong(tx, conditions, dictionary, changes, kindId || null)
      const own = kindId ? changes.flatMap(objectsOf) : concernedBy(conditions, dictionary, changes)
      return new Set([...own, ...[...along].map((id) => subjectIn({ kindId }, id))])
    },
  }
}
