import type { Tx } from '@millrace/kit/server'
import type { DeliveryPorts, MailTemplate } from '../ports.ts'
import { signingKeys } from '../senders/signingKeys.ts'
import { verifiedSenders } from '../senders/verifiedSenders.ts'
import type { SigningKey } from '../mime/dkim.ts'
import type { Sealed } from '../senders/signingKeys.ts'
import type { ClaimedSend } from './row.ts'

/** What sending needs to know of a person. */
export type MailPerson = {
  id: number
  email: string | null
  userId: string | null
  fields: Record<string, unknown>
  tags: string[] | null
  timezone: string | null
  createdAt: Date
  unsubscribedAt: Date | null
  archivedAt: Date | null
  choices: Record<string, 'optIn' | 'optOut'> | null
}

/** What sending needs to know of an account. */
export type MailAccount = {
  name: string
  site: string
  mailingAddress: string
  isBlocked: boolean
  defaultCategoryId: number | null
}

/** Everything that decides over a batch, as it stands when the batch is claimed. */
export type Facts<T extends MailTemplate = MailTemplate> = {
  account: MailAccount | undefined
  people: ReadonlyMap<number, MailPerson>
  templates: ReadonlyMap<number, T | undefined>
  /** By address in lower case: why it is suppressed. */
  suppressed: ReadonlyMap<string, readonly string[]>
  /** Sender addresses, in lower case, that may be written from. */
  verified: ReadonlySet<string>
  keys: ReadonlyMap<string, readonly SigningKey[]>
}

/** People of a batch with their tags by name and their choices by category. */
const PEOPLE = `select p.id, p.email, p.user_id as "userId", p.fields, p.timezone, p.created_at as "createdAt",
    p.unsubscribed_at as "unsubscribedAt", p.archived_at as "archivedAt",
    (select array_agg(t.name order by t.name) from tags t where t.account_id = $1 and t.id = any(p.tags)) as tags,
    (select jsonb_object_agg(c.category_id, c.choice) from category_choices c
      where c.account_id = $1 and c.person_id = p.id) as choices
  from people p where p.account_id = $1 and p.id = any($2::bigint[])`

/** The account of a batch and its category for mail that names none. */
const ACCOUNT = `select a.name, a.site, a.mailing_address as "mailingAddress", a.is_blocked as "isBlocked",
    (select c.id from communication_categories c where c.account_id = $1 and c.is_default) as "defaultCategoryId"
  from accounts a where a.id = $1`

/** Suppressed ones among the addresses of a batch. */
const SUPPRESSED = `select address, array_agg(reason) as reasons from suppressions
  where account_id = $1 and address = any($2::text[]) group by address`

const unique = <T>(values: readonly T[]) => [...new Set(values)]

/** The address that a row goes to: its own, else the person's. */
export const addressOf = (send: ClaimedSend, person: MailPerson | undefined): string | undefined =>
  (send.toAddress ?? person?.email)?.trim() || undefined

/** Reads what decides over a batch of one account. */
export const readFacts = async <T extends MailTemplate>(
  tx: Tx,
  accountId: number,
  sends: readonly ClaimedSend[],
  { ports, sealed }: { ports: Pick<DeliveryPorts<T>, 'templateOf'>; sealed: Sealed },
): Promise<Facts<T>> => {
  const personIds = unique(sends.map((send) => send.personId).filter((id) => id > 0))
  const rows = personIds.length ? await tx.rows<MailPerson>(PEOPLE, [accountId, personIds], 'mail-people') : []
  const people = new Map(rows.map((person) => [person.id, person]))
  const templates = new Map<number, T | undefined>()
  for (const emailId of unique(sends.map((send) => send.emailId).filter((id) => id > 0))) {
    templates.set(emailId, await ports.templateOf(tx, accountId, emailId))
  }
  const addresses = unique(
    sends.flatMap((send) => addressOf(send, people.get(send.personId))?.toLowerCase() ?? []),
  )
  const suppressed = await tx.rows<{ address: string; reasons: string[] }>(
    SUPPRESSED,
    [accountId, addresses],
    'mail-suppressed',
  )
  const senders = unique([
    ...[...templates.values()].flatMap((template) => template?.fromEmail.toLowerCase() ?? []),
    ...sends.flatMap((send) => send.content?.from?.address.toLowerCase() ?? []),
  ])
  return {
    account: await tx.one<MailAccount>(ACCOUNT, [accountId], 'mail-account'),
    people,
    templates,
    suppressed: new Map(suppressed.map(({ address, reasons }) => [address, reasons])),
    verified: await verifiedSenders(tx, accountId, senders),
    keys: await signingKeys(tx, accountId, senders, sealed),
  }
}
