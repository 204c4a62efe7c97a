import { type Access, openAccess } from '@millrace/access/server'
import { type Accounts, openAccounts } from '@millrace/accounts/server'
import {
  BROADCAST_EXPORT,
  broadcastPeopleExport,
  broadcastsInFolders,
  openBroadcasts,
} from '@millrace/broadcasts/server'
import { arrivedOf, sentOf } from '@millrace/delivery/contract'
import { type Delivery, MAIL_EXPORT, mailEventsExport, openDelivery } from '@millrace/delivery/server'
import { type EmailPorts, emailNames, emailsInFolders, openEmails } from '@millrace/emails/server'
import { openEvents } from '@millrace/events/server'
import {
  FLOW_EXPORT,
  flowNames,
  flowPeopleExport,
  flowsInFolders,
  goalSql,
  goalsOf,
  openDoors,
  openFlows,
} from '@millrace/flows/server'
import { openFolders } from '@millrace/folders/server'
import { importNames, openImports } from '@millrace/imports/server'
import type { AnyFeatureServer, House, Identify, Tx } from '@millrace/kit/server'
import { type ObjectsDoor, openObjects } from '@millrace/objects/server'
import { fieldsInFolders, openPeople, tagsInFolders } from '@millrace/people/server'
import { openPreferences, type PreferencesPorts } from '@millrace/preferences/server'
import {
  ensureAutoSegments,
  objectsInSegment,
  openSegments,
  type SegmentsDoor,
  segmentNames,
  segmentsInFolders,
} from '@millrace/segments/server'
import { broadcastPortsOf } from './broadcastPorts.ts'
import { personPartsOf } from './personParts.ts'
import { usesOfEmail, usesOfObjects, usesOfSegments } from './uses.ts'

/** The features of an installation, lowest first, and who finds out who calls. */
export type Features = {
  list: AnyFeatureServer[]
  identify: Identify
  access: Access
  accounts: Accounts
  delivery: Delivery
  objects: ObjectsDoor
  segments: SegmentsDoor
}

const emailFigures = async (delivery: Delivery, tx: Tx, accountId: number, ids: readonly number[]) => {
  const figures = await delivery.emailCounts(tx, accountId, { by: 'email', ids })
  return new Map(
    [...figures].map(([id, mail]) => {
      const { opened, clicked } = mail
      return [id, { sent: sentOf(mail), arrived: arrivedOf(mail), opened, clicked }]
    }),
  )
}

const EXPORT_SOURCES = {
  [FLOW_EXPORT]: flowPeopleExport,
  [MAIL_EXPORT]: mailEventsExport,
  [BROADCAST_EXPORT]: broadcastPeopleExport,
}

const opened = (delivery: Delivery | undefined): Delivery => {
  if (!delivery) throw new Error('Delivery is not open yet.')
  return delivery
}

/** What emails ask of delivery, which is opened after them. */
const mailOfEmails = (
  delivered: () => Delivery,
): Pick<EmailPorts, 'sendTest' | 'senders' | 'sendSystemMail' | 'stats'> => ({
  sendTest: (tx, test) => delivered().sendTest(tx, test),
  senders: (tx, accountId) => delivered().senders(tx, accountId),
  sendSystemMail: (tx, mail) => delivered().sendSystemMail(tx, mail),
  stats: (tx, accountId, emailIds) => emailFigures(delivered(), tx, accountId, emailIds),
})

/** What preferences ask of delivery, which is opened after them. */
const mailOfPreferences = (delivered: () => Delivery): Pick<PreferencesPorts, 'noteUnsubscribed' | 'sendMail'> => ({
  noteUnsubscribed: (...mail) => delivered().noteUnsubscribed(...mail),
  sendMail: (tx, mail) => delivered().sendFrom(tx, mail),
})

/**
 * Opens every feature on the house, lowest first, and plugs what higher ones know into the ports of lower ones. `plugs` bring
 * the steps of services (`plugSteps`).
 */
export const openFeatures = (house: House, { plugs = [] }: { plugs?: readonly (() => void)[] } = {}): Features => {
  for (const plug of plugs) plug()
  // Lower features reach delivery, which is opened after them, only once requests come in.
  const above: { delivery?: Delivery } = {}
  const delivered = () => opened(above.delivery)
  const access = openAccess(house, { sendSystemMail: (tx, mail) => delivered().sendSystemMail(tx, mail) })
  const personParts = personPartsOf(house)
  const people = openPeople(house, {
    personParts: () => personParts,
    peopleOfSegment: (...wanted) => segments.peopleOfSegment(...wanted),
    exportSources: EXPORT_SOURCES,
    nameKeepers: [segmentNames(house), flowNames(house), importNames, emailNames],
    sendSystemMail: (tx, mail) => delivered().sendSystemMail(tx, mail),
  })
  const objects = openObjects(house, {
    people,
    objectsInSegment: objectsInSegment(house, goalSql),
    sendSystemMail: (tx, mail) => delivered().sendSystemMail(tx, mail),
    ...usesOfObjects(house),
  })
  const accounts = openAccounts(house, {
    access,
    mailOfAccounts: (...asked) => delivered().mailOfAccounts(...asked),
    accountOpened: async (tx, accountId) => {
      await people.seedFields(tx, accountId)
      await objects.seedCompany(tx, accountId)
      await ensureAutoSegments(tx, house, accountId)
    },
  })
  const broadcastPorts = broadcastPortsOf(people, delivered, (...wanted) => segments.peopleOfSegment(...wanted))
  const folders = openFolders(house, {
    kinds: {
      flows: flowsInFolders(house),
      emails: emailsInFolders(house, { usedIn: usesOfEmail }),
      broadcasts: broadcastsInFolders({ house, ports: broadcastPorts }),
      segments: segmentsInFolders('person'),
      tags: tagsInFolders(house),
      personFields: fieldsInFolders,
    },
    objectSegments: segmentsInFolders,
  })
  const events = openEvents(house, { people, identify: access.identify })
  const segments = openSegments(house, { goalSql, goalsOf, usesOf: usesOfSegments })
  const imports = openImports(house, { people })
  const emails = openEmails(house, {
    ...mailOfEmails(delivered),
    ...{ usedIn: usesOfEmail, goalSql },
  })
  const preferences = openPreferences(house, {
    people,
    recordEvents: events.recordEvents,
    ...mailOfPreferences(delivered),
  })
  const delivery = openDelivery(house, {
    recordEvents: events.recordEvents,
    markMachines: events.markMachines,
    unsubscribe: preferences.unsubscribe,
    queueExport: people.queueExport,
    identify: access.identify,
    ...{ mayUse: accounts.mayUse, goalSql },
  })
  above.delivery = delivery
  const list = [
    access,
    accounts,
    folders,
    people,
    objects,
    events,
    segments,
    imports,
    emails,
    preferences,
    delivery,
    openBroadcasts(house, broadcastPorts),
    openFlows(house, openDoors(house)),
  ]
  return { list, identify: access.identify, access, accounts, delivery, objects, segments }
}
