import { type FilledMail, fillMail, type MailData, type MailSlots } from '@millrace/emails/server'
import type { House } from '@millrace/kit/server'
import { unsubscribeUrl } from '@millrace/preferences/server'
import type { Go } from '../ledger/decide.ts'
import type { Facts } from '../ledger/facts.ts'
import { messageIdOf } from '../ledger/messageId.ts'
import { type ClaimedSend, type OwnContent, templateKey } from '../ledger/row.ts'
import { buildMail, type MailText, mailSource } from '../mime/buildMail.ts'
import { type SigningKey, signMail } from '../mime/dkim.ts'
import { asciiAddress, domainOf, oneLine } from '../mime/headers.ts'
import type { Provider } from '../providers/provider.ts'
import { linkBaseOf, type MailHosts, mailHosts, replyAddressOf, returnPathOf } from '../senders/mailHosts.ts'
import type { Chunk } from '../smtp/chunks.ts'
import type { LinkList } from '../tracking/links.ts'
import { sendableCopies } from './copies.ts'
import { dataFor } from './dataFor.ts'
import { withFooter } from './footer.ts'
import { inTime } from './inTime.ts'
import { type LinkNames, linkNamesOf, NO_NAMES } from './linkNames.ts'
import { listHeaders } from './listHeaders.ts'
import { slotsOf } from './slotsOf.ts'
import { subscriberOf } from './subscriberOf.ts'

/** A row that goes out, with what was decided about it. */
export type GoingMail = { send: ClaimedSend } & Go

/** A mail that is ready for the wire. */
export type ComposedMail = {
  send: ClaimedSend
  messageId: string
  from: string
  /** Where it comes back to if it cannot be delivered: what the envelope says it is from. */
  returnPath: string
  to: string
  /** Who gets a copy, seen or unseen. */
  copies: readonly string[]
  subject: string
  version: number | null
  isTransactional: boolean
  source: readonly Chunk[]
}

/** A mail that could not be made, and why. */
export type FailedMail = { send: ClaimedSend; why: string }

type Tools = {
  house: House
  links: LinkList
  /** Who will be given the mail. */
  provider: Pick<Provider, 'rewrites' | 'mostSignatures'>
  /** Told as soon as it is known that mails of the batch take long to be filled. */
  onSlow?: () => void
  /** Whether mail to unsubscribe addresses comes back here. */
  takesMail: boolean
}

/** What all mails of a batch are made with. */
type Batch = { namesOf(send: ClaimedSend): LinkNames; hosts: MailHosts }

type Content = Omit<OwnContent, 'html' | 'text'> & { html: MailText; text: MailText }

const ownWords = ({ properties }: ClaimedSend) => ({
  ...(properties?.subject !== undefined && { subject: oneLine(properties.subject) }),
  ...(properties?.from && { from: properties.from }),
  ...(properties?.replyTo && { replyTo: properties.replyTo }),
})

// Where Liquid decides, an author's own way out may be left out for some readers.
const showsWayOut = ({ html }: Pick<FilledMail, 'html'>, slots: MailSlots) =>
  html.values.some((value) => value.includes(slots.unsubscribeUrl)) ||
  html.values.some((value) => value.includes(slots.preferencesUrl ?? slots.unsubscribeUrl))

/** What a mail holds: what came with it, or its email filled for its reader. */
export const contentOf = async (mail: GoingMail, data: MailData, slots: MailSlots): Promise<Content> => {
  const { send, template, isTransactional } = mail
  if (send.content) return send.content
  if (!template) throw new Error('There is nothing to send.')
  const { fromName, replyName, ...rendered } = await fillMail(template, data, slots)
  const { mailingAddress, name: sender } = data.account
  const needsFooter = !isTransactional && !(template.hasUnsubscribe && showsWayOut(rendered, slots))
  return {
    ...(needsFooter
      ? withFooter(rendered, { sender, mailingAddress, unsubscribeUrl: slots.unsubscribeUrl })
      : rendered),
    ...(template.type === 'text' && { html: '' }),
    from: { name: fromName, address: template.fromEmail },
    ...(template.replyEmail && { replyTo: { name: replyName, address: template.replyEmail } }),
    ...ownWords(send),
  }
}

const compose = async (mail: GoingMail, facts: Facts, batch: Batch, tools: Tools): Promise<ComposedMail> => {
  const { house, provider } = tools
  const { send, template, to } = mail
  const wayOut = unsubscribeUrl(house, subscriberOf(mail))
  const data = dataFor(send, mail.person, facts)
  const base = linkBaseOf(house, template?.fromEmail ?? '', batch.hosts)
  const slots = slotsOf(mail, batch.namesOf(send), house, { wayOut, base }, data)
  const content = await contentOf(mail, data, slots)
  const from = content.from ?? { name: 'Millrace', address: `no-reply@${new URL(house.publicUrl).hostname}` }
  const date = house.clock.now()
  const messageId = messageIdOf(house.keys, send, domainOf(from.address) || 'localhost')
  const { subject, html, text } = content
  const answers = send.reasonKind === 'system' || send.reasonKind === 'test' ? undefined : replyAddressOf(house, send)
  // Who answers writes to the name that they know, by way of us.
  const replyTo = answers ? { name: (content.replyTo ?? from).name, address: answers } : content.replyTo
  const extra = listHeaders(mail, house, wayOut, tools.takesMail)
  const { cc, bcc } = sendableCopies(facts.copies.get(send.id), facts.suppressed, mail.isTransactional)
  const built = buildMail({ messageId, date, from, to, cc, replyTo, subject, html, text, extra })
  const signing: readonly SigningKey[] = facts.keys.get(from.address.toLowerCase()) ?? []
  const keys = signing.slice(0, provider.mostSignatures)
  const signatures = await signMail(built.headers, built.body, keys, date, provider.rewrites)
  return {
    send,
    messageId,
    from: asciiAddress(from.address),
    returnPath: returnPathOf(house, send, from.address, batch.hosts),
    to: asciiAddress(to),
    copies: [...cc, ...bcc],
    subject,
    version: template?.version ?? null,
    isTransactional: mail.isTransactional,
    source: mailSource([...signatures, ...built.headers], built.body),
  }
}

/** What became of the mails of a batch; `left` are those for which there was no time. */
export type Composed = { composed: ComposedMail[]; failed: FailedMail[]; left: GoingMail[] }

/**
 * Renders, writes out and signs the mails of one account's batch; a mail that cannot be made spoils no other, and one whose
 * email takes long to be filled is made only while the batch has time.
 */
export const composeBatch = async (
  accountId: number,
  going: readonly GoingMail[],
  facts: Facts,
  tools: Tools,
): Promise<Composed> => {
  const names = await linkNamesOf(facts, accountId, tools)
  const batch: Batch = {
    namesOf: (send) => names.get(templateKey(send)) ?? NO_NAMES,
    hosts: await mailHosts(tools.house, accountId, facts.verified),
  }
  const made = (mail: GoingMail) =>
    compose(mail, facts, batch, tools).catch((error: Error): FailedMail => {
      return { send: mail.send, why: error.message.slice(0, 500) }
    })
  const { results, left } = await inTime(going, made, tools.onSlow)
  const isFailed = (result: ComposedMail | FailedMail): result is FailedMail => 'why' in result
  return {
    composed: results.filter((result): result is ComposedMail => !isFailed(result)),
    failed: results.filter(isFailed),
    left,
  }
}
