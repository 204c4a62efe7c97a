import { type Access, openAccess } from '@millrace/access/server'
import { type Accounts, openAccounts } from '@millrace/accounts/server'
import { openEmails } from '@millrace/emails/server'
import { openEvents } from '@millrace/events/server'
import { goalSql, openDoors, openFlows, usesOfSegment } from '@millrace/flows/server'
import { openLane } from '@millrace/kit/jobs'
import { type AnyFeatureServer, type House, type Identify, unavailable } from '@millrace/kit/server'
import { openPeople } from '@millrace/people/server'
import { openSegments } from '@millrace/segments/server'

/** The features of an installation, lowest first, and who finds out who calls. */
export type Features = { list: AnyFeatureServer[]; identify: Identify; access: Access; accounts: Accounts }

/** Opens every feature on the house, lowest first, and plugs what higher ones know into the ports of lower ones. */
export const openFeatures = (house: House): Features => {
  const access = openAccess(house, {
    sendSystemMail: async () => {
      throw unavailable('No mail can be sent yet.')
    },
  })
  const people = openPeople(house)
  const accounts = openAccounts(house, {
    access,
    accountOpened: async (tx, accountId) => {
      await openLane(tx, accountId)
      await people.seedFields(tx, accountId)
    },
  })
  const events = openEvents(house, { people, identify: access.identify })
  const segments = openSegments(house, { goalSql, usesOf: usesOfSegment })
  const emails = openEmails(house, {
    sendTest: async () => {
      throw unavailable('No mail can be sent yet.')
    },
    senders: async () => [],
    stats: async () => new Map(),
    usedIn: async () => new Map(),
  })
  const flows = openFlows(house, openDoors(house))
  const list = [access, accounts, people, events, segments, emails, flows]
  return { list, identify: access.identify, access, accounts }
}
