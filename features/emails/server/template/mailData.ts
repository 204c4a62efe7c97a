import type { Tx } from '@millrace/kit/server'
import { addObjects } from './mailObjects.ts'
import type { MailAccount, MailPerson } from './template.ts'

/** People as mails see them, by id, with their objects of some kinds; archived ones too. */
export const mailPeople = async (
  tx: Tx,
  accountId: number,
  personIds: readonly number[],
  kinds: readonly string[] = [],
): Promise<Map<number, MailPerson>> => {
  // Everything that a merge tag may ask of these people, their tags by name.
  const rows = await tx.rows<MailPerson & { tags: string[] }>(
    `select p.id, coalesce(p.email, '') as email, p.user_id as "userId", p.fields, p.timezone, p.created_at as "createdAt",
       coalesce((select array_agg(t.name order by t.name) from tags t where t.account_id = $1 and t.id = any(p.tags)), '{}') as tags
     from people p where p.account_id = $1 and p.id = any($2::bigint[])`,
    [accountId, personIds],
    'mail-people',
  )
  const people = new Map<number, MailPerson>(rows.map((row) => [row.id, row]))
  await addObjects(tx, accountId, people, kinds)
  return people
}

/** The sending account as mails see it. */
export const mailAccount = async (tx: Tx, accountId: number): Promise<MailAccount> => {
  // What merge tags may ask of the account.
  const row = await tx.one<MailAccount>(
    `select name, site, timezone, mailing_address as "mailingAddress" from accounts where id = $1`,
    [accountId],
    'mail-account',
  )
  return row ?? { name: '', site: '', mailingAddress: '', timezone: 'UTC' }
}

/** A person for previews where there is none: an example for the fields that most mails use. */
export const EXAMPLE_PERSON: MailPerson = {
  id: 0,
  email: 'ada@example.com',
  userId: 'user-1',
  fields: { firstName: 'Ada', lastName: 'Example', company: 'Example Ltd', title: 'Founder', country: 'Norway' },
  tags: [],
  timezone: null,
  createdAt: null,
}
