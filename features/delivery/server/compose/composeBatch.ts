import { preferencesUrl, preferenceToken, unsubscribeUrl } from '@millrace/preferences/server'
import type { House } from '@millrace/kit/server'
import type { Decision } from '../ledger/decide.ts'
import type { Facts } from '../ledger/facts.ts'
import { messageIdOf } from '../ledger/messageId.ts'
import type { ClaimedSend } from '../ledger/row.ts'
import { buildMail, mailSource } from '../mime/buildMail.ts'
import { type SigningKey, signMail } from '../mime/dkim.ts'
import { asciiAddress, domainOf, type Header } from '../mime/headers.ts'
import type { DeliveryPorts, MailTemplate, RenderedMail } from '../ports.ts'
import { findLinks, type FoundLink, type LinkList, replaceLinks } from '../tracking/links.ts'
import { clickToken, openToken } from '../tracking/token.ts'
import { beforeEnd, withFooter } from './footer.ts'
import { mailData } from './mailData.ts'

type Going<T extends MailTemplate> = { send: ClaimedSend } & Exclude<Decision<T>, { skip: unknown }>

/** A mail that is ready for the wire. */
export type ComposedMail = {
  send: ClaimedSend
  messageId: string
  from: string
  to: string
  subject: string
  version: number | null
  source: string
}

/** A mail that could not be made, and why. */
export type FailedMail = { send: ClaimedSend; why: string }

type Tools<T extends MailTemplate> = {
  house: House
  ports: Pick<DeliveryPorts<T>, 'render'>
  links: LinkList
  /** Whether mail to unsubscribe addresses comes back here. */
  takesMail: boolean
}

type Draft<T extends MailTemplate> = { mail: Going<T>; content: RenderedMail; found: FoundLink[]; unsubscribe: string }

const NOTHING: RenderedMail = { subject: '', html: '', text: '' }

const isTracked = ({ send }: { send: ClaimedSend }) => send.reasonKind !== 'test' && send.reasonKind !== 'system'

const draft = async <T extends MailTemplate>(
  mail: Going<T>,
  facts: Facts<T>,
  { house, ports }: Tools<T>,
): Promise<Draft<T>> => {
  const { send, template, person } = mail
  const subscriber = { accountId: send.accountId, personId: send.personId, send }
  const unsubscribe = unsubscribeUrl(house, subscriber)
  const preferences = preferencesUrl(house.publicUrl, preferenceToken(house, subscriber))
  const addresses = { unsubscribeUrl: unsubscribe, preferencesUrl: preferences }
  if (send.content || !template) return { mail, content: send.content ?? NOTHING, found: [], unsubscribe }
  const rendered = await ports.render(template, mailData(person, facts.account, addresses))
  const content = mail.isTransactional
    ? rendered
    : withFooter(rendered, {
        sender: facts.account?.name ?? '',
        mailingAddress: facts.account?.mailingAddress ?? '',
        ...addresses,
      })
  return { mail, content, found: isTracked(mail) ? findLinks(content.html, house.publicUrl) : [], unsubscribe }
}

const tracked = <T extends MailTemplate>(
  { mail, content, found }: Draft<T>,
  ids: ReadonlyMap<string, number>,
  { keys, publicUrl }: House,
): string => {
  if (!isTracked(mail) || !content.html) return content.html
  const html = replaceLinks(content.html, found, (url) => {
    const linkId = ids.get(url)
    return `${publicUrl}/t/c/${clickToken(keys, mail.send, linkId === undefined ? { url } : { linkId })}`
  })
  const pixel = `<img src="${publicUrl}/t/o/${openToken(keys, mail.send)}.gif" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">`
  return beforeEnd(html, pixel)
}

const listHeaders = <T extends MailTemplate>({ mail, unsubscribe }: Draft<T>, { house, takesMail }: Tools<T>): Header[] => {
  const { send, isTransactional } = mail
  const feedback: Header = [
    'Feedback-ID',
    `${send.flowId || send.reasonKind}:${send.emailId}:${send.accountId}:millrace`,
  ]
  if (isTransactional) return send.reasonKind === 'system' ? [['Auto-Submitted', 'auto-generated']] : [feedback]
  const token = unsubscribe.slice(unsubscribe.lastIndexOf('/') + 1)
  const post = takesMail ? `, <mailto:u.${token}@${new URL(house.publicUrl).hostname}?subject=unsubscribe>` : ''
  return [
    ['List-Unsubscribe', `<${unsubscribe}>${post.replace(', ', ',\r\n ')}`],
    ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
    feedback,
    ['Precedence', 'bulk'],
  ]
}

type Writer = { from: { name: string; address: string }; replyTo?: { name: string; address: string } }

const writerOf = <T extends MailTemplate>({ send, template }: Going<T>, { publicUrl }: House): Writer => {
  if (send.content?.from) return { from: send.content.from, replyTo: send.content.replyTo }
  if (!template) return { from: { name: 'Millrace', address: `no-reply@${new URL(publicUrl).hostname}` } }
  const { fromName, fromEmail, replyEmail, replyName = '' } = template
  return {
    from: { name: fromName, address: fromEmail },
    ...(replyEmail && { replyTo: { name: replyName, address: replyEmail } }),
  }
}

const finish = async <T extends MailTemplate>(
  written: Draft<T>,
  ids: ReadonlyMap<string, number>,
  signing: readonly SigningKey[],
  tools: Tools<T>,
): Promise<ComposedMail> => {
  const { mail, content } = written
  const { template, send, to } = mail
  const { from, replyTo } = writerOf(mail, tools.house)
  const date = tools.house.clock.now()
  const messageId = messageIdOf(tools.house.keys, send, domainOf(from.address) || 'localhost')
  const built = buildMail({
    messageId,
    date,
    from,
    to,
    replyTo,
    subject: content.subject,
    html: tracked(written, ids, tools.house),
    text: content.text,
    extra: listHeaders(written, tools),
  })
  const signatures = await signMail(built.headers, built.body, signing, date)
  return {
    send,
    messageId,
    from: asciiAddress(from.address),
    to: asciiAddress(to),
    subject: content.subject,
    version: template?.version ?? null,
    source: mailSource([...signatures, ...built.headers], built.body),
  }
}

const listedLinks = async <T extends MailTemplate>(drafts: readonly Draft<T>[], { house, links }: Tools<T>) => {
  const byEmail = new Map<number, Set<string>>()
  for (const { mail, found } of drafts) {
    const urls = byEmail.get(mail.send.emailId) ?? new Set()
    for (const { url } of found) urls.add(url)
    byEmail.set(mail.send.emailId, urls)
  }
  const accountId = drafts[0]?.mail.send.accountId ?? 0
  const ids = new Map<number, ReadonlyMap<string, number>>()
  for (const [emailId, urls] of byEmail) ids.set(emailId, await links.idsOf(house.db, accountId, emailId, urls))
  return ids
}

/** Renders, rewrites, writes out and signs the mails of one account's batch; a mail that cannot be made spoils no other. */
export const composeBatch = async <T extends MailTemplate>(
  going: readonly Going<T>[],
  facts: Facts<T>,
  tools: Tools<T>,
): Promise<{ composed: ComposedMail[]; failed: FailedMail[] }> => {
  const failed: FailedMail[] = []
  const drafts: Draft<T>[] = []
  for (const mail of going) {
    try {
      drafts.push(await draft(mail, facts, tools))
    } catch (error) {
      failed.push({ send: mail.send, why: (error as Error).message.slice(0, 500) })
    }
  }
  const ids = await listedLinks(drafts, tools)
  const nothing = new Map<string, number>()
  const composed = await Promise.all(
    drafts.map((one) => {
      const { send, template } = one.mail
      const from = (send.content?.from?.address ?? template?.fromEmail ?? '').toLowerCase()
      return finish(one, ids.get(send.emailId) ?? nothing, facts.keys.get(from) ?? [], tools)
    }),
  )
  return { composed, failed }
}
