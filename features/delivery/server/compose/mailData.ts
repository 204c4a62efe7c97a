import type { MailAccount, MailPerson } from '../ledger/facts.ts'

/** Addresses that stand in one mail only. */
export type MailAddresses = { unsubscribeUrl: string; preferencesUrl: string }

/** What merge tags of a mail may say: the person's fields by name, `person`, `account` and the addresses. */
export const mailData = (
  person: MailPerson | undefined,
  account: MailAccount | undefined,
  { unsubscribeUrl, preferencesUrl }: MailAddresses,
): Record<string, unknown> => {
  const self = person && {
    ...person.fields,
    id: person.id,
    email: person.email,
    userId: person.userId,
    timezone: person.timezone,
    createdAt: person.createdAt.toISOString(),
    tags: (person.tags ?? []).join(', '),
  }
  return {
    ...self,
    person: self ?? {},
    account: { name: account?.name ?? '', site: account?.site ?? '', mailingAddress: account?.mailingAddress ?? '' },
    unsubscribeUrl,
    unsubscribe_url: unsubscribeUrl,
    unsubscribeLink: unsubscribeUrl,
    preferencesUrl,
    preferences_url: preferencesUrl,
  }
}
