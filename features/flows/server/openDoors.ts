import { isSendable, type PlannedSend, planSends, planSystemMails } from '@millrace/delivery/server'
import { changedIn } from '@millrace/kit/jobs'
import type { House, Tx } from '@millrace/kit/server'
import { peopleDoor } from '@millrace/people/server'
import { type Dictionary, type GoalSql, loadDictionary, matches, matchesWithin } from '@millrace/segments/server'
import type { FlowDoors } from './doors.ts'

/** Whether a person reached a goal, for conditions of segments. */
export const goalSql: GoalSql = (stepId, account, personId) =>
  `(select 1 from flow_goals g where g.account_id = ${account} and g.step_id = ${Number(stepId)} and g.person_id = ${personId} limit 1) is not null`

/** The doors on the lower features of a house. */
export const openDoors = (house: House): FlowDoors => {
  const people = peopleDoor(house)
  // What conditions can be about is read once a transaction, and again after tags or fields may have been made in it.
  const dictionaries = new WeakMap<Tx, Dictionary>()
  const dictionaryOf = async (tx: Tx, accountId: number) => {
    const known = dictionaries.get(tx)
    if (known?.accountId === accountId) return known
    const dictionary = await loadDictionary(tx, accountId, house.clock.now(), goalSql)
    dictionaries.set(tx, dictionary)
    return dictionary
  }
  return {
    now: () => house.clock.now(),
    matches: async (tx, accountId, conditions, personIds) =>
      matches(tx, conditions, await dictionaryOf(tx, accountId), personIds, changedIn(tx)),
    matchesWithin: async (tx, accountId, conditions, spans) =>
      matchesWithin(tx, conditions, await dictionaryOf(tx, accountId), spans),
    addTags: (tx, accountId, pairs) => {
      dictionaries.delete(tx)
      return people.addTags(tx, accountId, pairs)
    },
    removeTags: (tx, accountId, pairs) => people.removeTags(tx, accountId, pairs),
    changeFields: (tx, accountId, items) => {
      dictionaries.delete(tx)
      return people.changeFields(tx, accountId, items)
    },
    tagIds: (tx, accountId, names) => {
      dictionaries.delete(tx)
      return people.tagIds(tx, accountId, names)
    },
    ensureFields: (tx, accountId, fields) => {
      dictionaries.delete(tx)
      return people.ensureFields(tx, accountId, fields as Parameters<typeof people.ensureFields>[2])
    },
    changeNumbers: (tx, accountId, changes) => people.changeNumbers(tx, accountId, changes),
    archivePeople: (tx, accountId, ids) => people.archivePeople(tx, accountId, ids),
    notify: (tx, accountId, mails) => planSystemMails(house, tx, accountId, mails),
    planSends: (tx, accountId, sends) => planSends(house, tx, accountId, sends satisfies PlannedSend[]),
    isSendable,
    queueExport: people.queueExport,
  }
}
