import { isSendable, type PlannedSend, planSends, planSystemMails } from '@millrace/delivery/server'
import type { House } from '@millrace/kit/server'
import { mayUseKind, type ObjectPorts, objectsDoor } from '@millrace/objects/server'
import { peopleDoor } from '@millrace/people/server'
import { areObjects, conditionDoors } from './conditionDoors.ts'
import type { FlowDoors } from './doors.ts'

const asObjects = <T extends { personId: number }>(items: readonly T[]) =>
  items.map(({ personId, ...rest }) => ({ ...rest, objectId: -personId }))

/** The doors on the lower features of a house; `ports` say what the account's plan covers, as objects are told. */
export const openDoors = (house: House, ports: Pick<ObjectPorts, 'allowsCustom'> = {}): FlowDoors => {
  const people = peopleDoor(house)
  const objects = objectsDoor(house)
  const { forget, ...conditions } = conditionDoors(house)
  return {
    ...conditions,
    now: () => house.clock.now(),
    kindNamed: async (tx, accountId, name) => {
      const { schemaId, name: kept } = await objects.kindNamed(tx, accountId, name)
      return { id: schemaId ?? 0, name: kept }
    },
    mayTakeKind: async (tx, accountId, kindId) => {
      if (kindId) await mayUseKind(tx, ports, accountId, kindId)
    },
    addTags: (tx, accountId, pairs) => {
      forget(tx)
      return people.addTags(tx, accountId, pairs)
    },
    removeTags: (tx, accountId, pairs) => people.removeTags(tx, accountId, pairs),
    changeFields: (tx, accountId, items) => {
      forget(tx)
      return areObjects(items)
        ? objects.changeKnownObjects(tx, accountId, asObjects(items))
        : people.changeFields(tx, accountId, items)
    },
    tagIds: (tx, accountId, names) => {
      forget(tx)
      return people.tagIds(tx, accountId, names)
    },
    ensureIntegrationFields: (tx, accountId, service, fields) => {
      forget(tx)
      return people.ensureIntegrationFields(tx, accountId, service, fields)
    },
    ensureFields: (tx, accountId, fields) => {
      forget(tx)
      return people.ensureFields(tx, accountId, fields as Parameters<typeof people.ensureFields>[2])
    },
    ensureObjectFields: (tx, accountId, kindId, fields) => {
      forget(tx)
      return objects.ensureFields(tx, accountId, kindId, fields)
    },
    changeNumbers: (tx, accountId, changes) =>
      areObjects(changes)
        ? objects.changeObjectNumbers(tx, accountId, asObjects(changes))
        : people.changeNumbers(tx, accountId, changes),
    archivePeople: (tx, accountId, ids) => people.archivePeople(tx, accountId, ids),
    notify: (tx, accountId, mails) => planSystemMails(house, tx, accountId, mails),
    planSends: (tx, accountId, sends) => planSends(house, tx, accountId, sends satisfies PlannedSend[]),
    isSendable,
    queueExport: people.queueExport,
  }
}
