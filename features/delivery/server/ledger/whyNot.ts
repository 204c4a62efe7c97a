import { type House, numberList, type Tx } from '@millrace/kit/server'
import type { SkipReason } from '../../contract/index.ts'
import { readRules } from '../brakes/rules.ts'
import { verifiedSenders } from '../senders/verifiedSenders.ts'
import { decide } from './decide.ts'
import { type Facts, type MailPerson, readAccountFacts, readTemplates, suppressedOf } from './facts.ts'
import type { ClaimedSend } from './row.ts'

/** What of people decides whether they get mail, without what fills it. */
const PEOPLE = `select p.id, p.email, p.timezone, p.unsubscribed_at as "unsubscribedAt", p.archived_at as "archivedAt", c.choices
  from people p left join (
    select k.person_id, jsonb_object_agg(k.category_id, k.choice) as choices from category_choices k
    where k.account_id = $1 and k.person_id = any($2::bigint[]) group by k.person_id) c on c.person_id = p.id
  where p.account_id = $1 and p.id = any($2::bigint[])`

type DecidingPerson = Pick<MailPerson, 'id' | 'email' | 'timezone' | 'unsubscribedAt' | 'archivedAt' | 'choices'>

const wholePerson = (person: DecidingPerson): MailPerson => ({
  ...person,
  userId: null,
  fields: {},
  tags: [],
  createdAt: new Date(0),
})

/** A mail that might be sent to many. */
export type AskedMail = { emailId: number; variantId?: number | undefined; isTransactional?: boolean | undefined }

const sendOf = (accountId: number, { emailId, variantId = 0, isTransactional }: AskedMail, personId: number) =>
  ({
    accountId,
    reasonAt: new Date(0),
    id: 0,
    personId,
    emailId,
    reasonKind: 'broadcast',
    flowId: 0,
    stepId: 0,
    broadcastId: 0,
    variantId,
    eventId: null,
    eventAt: null,
    isTransactional: isTransactional ?? null,
    toAddress: null,
    attempts: 0,
    provider: 0,
    content: null,
    properties: null,
    lane: 2,
    why: null,
    dueAt: new Date(0),
    createdAt: new Date(0),
    heldSince: null,
  }) satisfies ClaimedSend

const readDecidingFacts = async (
  tx: Tx,
  house: Pick<House, 'keys' | 'clock'>,
  accountId: number,
  mail: AskedMail,
  personIds: readonly number[],
): Promise<Facts> => {
  const rows = await tx.rows<DecidingPerson>(PEOPLE, [accountId, numberList(personIds)])
  const templates = await readTemplates(tx, accountId, [{ emailId: mail.emailId, variantId: mail.variantId ?? 0 }])
  const senders = [...templates.templates.values()].flatMap((template) => template?.fromEmail ?? [])
  const addresses = rows.flatMap(({ email }) => email?.trim().toLowerCase() || [])
  return {
    ...(await readAccountFacts(tx, accountId, house.clock.now(), {})),
    rules: await readRules(tx, accountId),
    got: new Map(),
    people: new Map(rows.map((person) => [person.id, wholePerson(person)])),
    ...templates,
    shows: () => undefined,
    events: new Map(),
    copies: new Map(),
    suppressed: await suppressedOf(tx, house, accountId, addresses),
    verified: await verifiedSenders(tx, accountId, senders),
    keys: new Map(),
  }
}

/** Who of some people would not get a mail if it left now, and why: the same rules that decide when it does leave. */
export const whyNot = async (
  house: Pick<House, 'keys' | 'clock'>,
  tx: Tx,
  accountId: number,
  mail: AskedMail,
  personIds: readonly number[],
): Promise<Map<number, SkipReason>> => {
  const reasons = new Map<number, SkipReason>()
  if (!personIds.length) return reasons
  const facts = await readDecidingFacts(tx, house, accountId, mail, personIds)
  for (const personId of personIds) {
    const decision = decide(sendOf(accountId, mail, personId), facts)
    if ('skip' in decision) reasons.set(personId, decision.skip)
  }
  return reasons
}
