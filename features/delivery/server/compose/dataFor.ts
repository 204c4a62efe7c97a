import type { MailAccount, MailData } from '@millrace/emails/server'
import type { Facts, MailPerson } from '../ledger/facts.ts'
import type { ClaimedSend } from '../ledger/row.ts'

const NOBODY: MailPerson = {
  id: 0,
  email: '',
  userId: null,
  fields: {},
  tags: [],
  timezone: null,
  createdAt: new Date(0),
  unsubscribedAt: null,
  archivedAt: null,
  choices: null,
}

/** The account's words where it is not known. */
export const NAMELESS: MailAccount = { name: '', site: '', mailingAddress: '', timezone: 'UTC' }

type Filling = Pick<Facts, 'events'> & { account?: MailAccount | undefined; shows?: Facts['shows'] }

/** What a mail is filled with. */
export const dataFor = (
  { personId, eventId, properties }: Pick<ClaimedSend, 'personId' | 'eventId' | 'properties'>,
  person: MailPerson = NOBODY,
  { account = NAMELESS, events, shows }: Filling,
): MailData => ({
  person: { ...person, email: person.email ?? '', tags: person.tags ?? [] },
  account,
  event: properties?.values ?? events.get(eventId ?? 0),
  shows: shows?.(personId),
})
