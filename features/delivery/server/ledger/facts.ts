import type { MailAccount as AccountWords, MailObjects, Template } from '@millrace/emails/server'
import { type House, type Tx, textList, together } from '@millrace/kit/server'
import { erasedAddresses } from '@millrace/preferences/server'
import { mailsGot } from '../brakes/history.ts'
import type { Got } from '../brakes/holds.ts'
import { quotaLeft } from '../brakes/quota.ts'
import type { Rules } from '../brakes/rules.ts'
import { type Copies, copiesOf } from '../compose/copies.ts'
import { dataFor } from '../compose/dataFor.ts'
import type { SigningKey } from '../mime/dkim.ts'
import { asciiAddress } from '../mime/headers.ts'
import type { DeliveryPorts } from '../ports.ts'
import type { Sealed } from '../senders/signingKeys.ts'
import { signingKeys } from '../senders/signingKeys.ts'
import { verifiedSenders } from '../senders/verifiedSenders.ts'
import { addObjectsOf, readEvents, readPeople, showsOf } from './filling.ts'
import { type ClaimedSend, templateKey } from './row.ts'
import { templateInWay } from './variants.ts'

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
  /** What Liquid sees as `object`, where the batch asks for it. */
  objects?: MailObjects | undefined
}

/** What sending needs to know of an account. */
export type MailAccount = AccountWords & {
  /** Blocked, or its mail kept back by an administrator. */
  isBlocked: boolean
  /** All its mail counts as marketing: an administrator's word. */
  isTransactionalOff: boolean
  /** Parameters that links get. */
  linkUTMs: Record<string, string> | null
  defaultCategoryId: number | null
  transactional: number[]
  archived: number[]
}

/** Everything that decides over a batch, as it stands when the batch is claimed. */
export type Facts = {
  account: MailAccount | undefined
  people: ReadonlyMap<number, MailPerson>
  /** By `templateKey`. */
  templates: ReadonlyMap<string, Template | undefined>
  /** Emails whose Liquid cannot be processed, by `templateKey`, and what is wrong with it. */
  broken: ReadonlyMap<string, string>
  /** Which conditions on parts of their mails people meet, as far as the database answers them. */
  shows(personId: number): ReadonlySet<string> | undefined
  /** What people did that mails are about, by its id. */
  events: ReadonlyMap<number, Record<string, unknown>>
  /** Who gets copies of mails, by the mail's id; mails without are absent. */
  copies: ReadonlyMap<number, Copies>
  /** By address in lower case: why it is suppressed. */
  suppressed: ReadonlyMap<string, readonly string[]>
  /** Sender addresses, in lower case, that may be written from. */
  verified: ReadonlySet<string>
  keys: ReadonlyMap<string, readonly SigningKey[]>
  /** Categories whose mail is transactional, and those that are archived. */
  transactionalCategories: ReadonlySet<number>
  archivedCategories: ReadonlySet<number>
  rules: Rules
  /** What people got lately, where there are caps; what goes out now is added. */
  got: Map<number, Got[]>
  /** What the account may still send; undefined where nothing limits it. */
  quota: { left: number; until: Date } | undefined
  now: Date
}

/** The account of a batch and its category for mail that names none. */
const ACCOUNT = `select a.name, a.site, a.timezone, a.mailing_address as "mailingAddress", a.is_blocked or a.mail_paused_at is not null as "isBlocked",
    coalesce((a.settings ->> 'isTransactionalEmailOff')::boolean, false) as "isTransactionalOff",
    a.settings -> 'linkUTMs' as "linkUTMs",
    (select c.id from communication_categories c where c.account_id = $1 and c.is_default) as "defaultCategoryId",
    array(select c.id from communication_categories c where c.account_id = $1 and c.type = 'transactional') as transactional,
    array(select c.id from communication_categories c where c.account_id = $1 and c.is_archived) as archived
  from accounts a where a.id = $1`

/** The account that mail is sent for. */
export const readAccount = (tx: Tx, accountId: number): Promise<MailAccount | undefined> =>
  tx.one<MailAccount>(ACCOUNT, [accountId], 'delivery-account')

/** Suppressed ones among the addresses of a batch. */
const SUPPRESSED = `select address, array_agg(reason) as reasons from suppressions
  where account_id = $1 and address = any($2::text[]) group by address`

const unique = <T>(values: readonly T[]) => [...new Set(values)]

/** The address that a row goes to: its own, else the person's. */
export const addressOf = (send: ClaimedSend, person: MailPerson | undefined): string | undefined =>
  (send.toAddress ?? person?.email)?.trim() || undefined

const isOfDatabase = (error: unknown) => error instanceof Error && 'severity' in error

type Way = Pick<ClaimedSend, 'emailId' | 'variantId'>

/** The templates of a batch, each email in each of its ways. */
export const readTemplates = async (
  tx: Tx,
  accountId: number,
  sends: readonly Way[],
): Promise<Pick<Facts, 'templates' | 'broken'>> => {
  const templates = new Map<string, Template | undefined>()
  const broken = new Map<string, string>()
  const ways = new Map(sends.filter(({ emailId }) => emailId > 0).map((send) => [templateKey(send), send]))
  for (const [key, { emailId, variantId }] of ways) {
    try {
      templates.set(key, await templateInWay(tx, accountId, emailId, variantId))
    } catch (error) {
      if (isOfDatabase(error)) throw error
      broken.set(key, `The email cannot be processed: ${(error as Error).message}`.slice(0, 500))
    }
  }
  return { templates, broken }
}

/** Domains that are written in their own script, as servers name them: `p@xn--bcher-kva.example` for `p@bücher.example`. */
const namedByServers = (addresses: readonly string[]) =>
  new Map(
    addresses
      .filter((address) => /[^ -~]/.test(address))
      .map((address) => [asciiAddress(address).toLowerCase(), address]),
  )

/** By address in lower case: why mail may not go there, however the domain is written in the list. */
export const suppressedOf = async (
  tx: Tx,
  house: Pick<House, 'keys'>,
  accountId: number,
  addresses: readonly string[],
) => {
  const named = namedByServers(addresses)
  const asked = [accountId, textList([...addresses, ...named.keys()])]
  const [rows, erased] = await together([
    tx.rows<{ address: string; reasons: string[] }>(SUPPRESSED, asked, 'mail-suppressed'),
    erasedAddresses(house, tx, accountId, addresses),
  ])
  const reasons = new Map(rows.map((row) => [row.address, row.reasons]))
  for (const [name, address] of named) {
    const more = reasons.get(name)
    if (more) reasons.set(address, [...(reasons.get(address) ?? []), ...more])
  }
  for (const address of erased) reasons.set(address, [...(reasons.get(address) ?? []), 'manual'])
  return reasons
}

/** What the account itself decides by: its words, its categories, and what it may still send. */
export const readAccountFacts = async (
  tx: Tx,
  accountId: number,
  now: Date,
  ports: Pick<DeliveryPorts, 'quotaOf'>,
): Promise<Pick<Facts, 'account' | 'transactionalCategories' | 'archivedCategories' | 'quota' | 'now'>> => {
  const [account, quota] = await together([readAccount(tx, accountId), quotaLeft(tx, accountId, now, ports)])
  return {
    account,
    transactionalCategories: new Set(account?.transactional),
    archivedCategories: new Set(account?.archived),
    quota,
    now,
  }
}

type Filling = Pick<Facts, 'account' | 'people' | 'templates' | 'events'>

const copiesAsked = (sends: readonly ClaimedSend[], { account, people, templates, events }: Filling) => {
  const copies = new Map<number, Copies>()
  for (const send of sends) {
    const person = people.get(send.personId)
    const template = templates.get(templateKey(send))
    const to = addressOf(send, person) ?? ''
    const own = copiesOf(send, template, to, () => dataFor(send, person, { account, events }))
    if (own.cc.length || own.bcc.length) copies.set(send.id, own)
  }
  return copies
}

type Tools = { house: Pick<House, 'keys'>; sealed: Sealed; ports: Pick<DeliveryPorts, 'quotaOf' | 'goalSql'> }

/** Reads what decides over a batch of one account. */
export const readFacts = async (
  tx: Tx,
  { house, ports, sealed }: Tools,
  accountId: number,
  sends: readonly ClaimedSend[],
  { rules, now }: { rules: Rules; now: Date },
): Promise<Facts> => {
  const personIds = unique(sends.map((send) => send.personId).filter((id) => id > 0))
  const [people, { templates, broken }, own, events] = await together([
    readPeople(tx, accountId, personIds),
    readTemplates(tx, accountId, sends),
    readAccountFacts(tx, accountId, now, ports),
    readEvents(tx, accountId, sends),
  ])
  await addObjectsOf(tx, accountId, people, templates)
  const copies = copiesAsked(sends, { account: own.account, people, templates, events })
  const addresses = unique([
    ...sends.flatMap((send) => addressOf(send, people.get(send.personId))?.toLowerCase() ?? []),
    ...[...copies.values()].flatMap(({ cc, bcc }) => [...cc, ...bcc].map((address) => address.toLowerCase())),
  ])
  const senders = unique([
    ...[...templates.values()].flatMap((template) => template?.fromEmail.toLowerCase() ?? []),
    ...sends.flatMap((send) => send.content?.from?.address.toLowerCase() ?? []),
    ...sends.flatMap((send) => send.properties?.from?.address.toLowerCase() ?? []),
  ])
  const defaultCategoryId = own.account?.defaultCategoryId ?? null
  const [suppressed, got, verified, keys] = await together([
    suppressedOf(tx, house, accountId, addresses),
    mailsGot(tx, accountId, rules.caps, personIds, { now, defaultCategoryId }),
    verifiedSenders(tx, accountId, senders),
    signingKeys(tx, accountId, senders, sealed),
  ])
  const shows = await showsOf(tx, { accountId, now, goalSql: ports.goalSql }, sends, templates)
  return { ...own, rules, got, people, templates, broken, shows, events, copies, suppressed, verified, keys }
}
