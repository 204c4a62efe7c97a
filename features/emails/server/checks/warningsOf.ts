import { addressProblems } from '../../contract/addresses.ts'
import { blocksOf, type Design, isDesign } from '../../contract/design.ts'
import { CLIP_BYTES, type EmailWarning } from '../../contract/email.ts'
import { protectLiquid } from '../liquid/protect.ts'
import { keptWarnings } from '../rendering/keptWarnings.ts'
import type { ContentRow } from '../store/rows.ts'
import { liquidProblems } from '../verbs/mergeContent.ts'
import { CLIENT_RULES } from './clients.ts'
import { type CheckedMail, RULES } from './rules.ts'
import { type KnownNames, unknownTags } from './unknownTags.ts'
import { sheetsIn, walkHtml } from './walkHtml.ts'

type About = { bytes: number; isTransactional: boolean; mailingAddress: string; known: KnownNames }

const warn = (kind: EmailWarning['kind'], message: string, where?: string): EmailWarning => ({
  kind,
  level: 'warning',
  message,
  ...(where && { where }),
})

const hrefOf = (link: unknown) => {
  const { url, values } = (link ?? {}) as { url?: string; values?: { href?: string; email?: string; phone?: string } }
  return url || values?.href || values?.email || values?.phone || ''
}

const blockWarnings = (design: Design): EmailWarning[] =>
  blocksOf(design).flatMap(({ id, type, values = {} }) => {
    if (type === 'button' && !hrefOf(values.href)) return [warn('link', 'A button leads nowhere: give it a link.', id)]
    if (type !== 'image') return []
    const source = (values.src as { url?: string } | undefined)?.url
    if (!source) return [warn('content', 'An image block has no image yet.', id)]
    return values.altText ? [] : [warn('alt', 'An image has no description. Readers without images see nothing.', id)]
  })

const markupWarnings = (html: string): EmailWarning[] => {
  const found: EmailWarning[] = []
  const body = html.replace(/<!--[\s\S]*?-->/g, '')
  const bare = [...body.matchAll(/<a\b[^>]*>/gi)].filter(([tag]) =>
    /\shref(?:(?=[\s>])|\s*=\s*(?:""|''|"#"|'#'|"https?:\/\/"|'https?:\/\/'))/i.test(tag),
  )
  if (bare.length)
    found.push(warn('link', bare.length === 1 ? 'A link has no address.' : `${bare.length} links have no address.`))
  const silent = [...body.matchAll(/<img\b[^>]*>/gi)].filter(([tag]) => !/\salt\s*=\s*(?:"[^"]|'[^'])/i.test(tag))
  if (silent.length) {
    const message =
      silent.length === 1 ? 'An image has no description.' : `${silent.length} images have no description.`
    found.push(warn('alt', message))
  }
  return found
}

const footerWarnings = (html: string, { isTransactional, mailingAddress }: About): EmailWarning[] => {
  if (isTransactional) return []
  const found: EmailWarning[] = []
  if (!/unsubscribe_url|preferences_url/.test(html)) {
    found.push(warn('unsubscribe', 'There is no unsubscribe link. Marketing mail needs one: {{ unsubscribe_url }}.'))
  }
  if (/mailing_address|mailingAddress/.test(html) && !mailingAddress.trim()) {
    found.push(warn('address', 'Your mailing address is empty. Fill it in under Settings, General.'))
  }
  return found
}

const lineWarnings = (content: ContentRow): EmailWarning[] => [
  ...(content.subject.trim()
    ? []
    : [{ kind: 'subject', level: 'error', message: 'Email subject is needed.', where: 'subject' } as const]),
  ...(content.fromEmail.trim()
    ? []
    : [{ kind: 'from', level: 'error', message: 'From email is needed.', where: 'fromEmail' } as const]),
  ...addressProblems(content).map(
    ({ where, name, problem }) => ({ kind: 'copies', level: 'error', message: `${name}: ${problem}`, where }) as const,
  ),
  ...liquidProblems(content).map(
    ({ message, where, line, column }) => ({ kind: 'liquid', level: 'error', message, where, line, column }) as const,
  ),
]

/** What rules look at, of a mail as it is written. */
export const checkedMail = ({ subject, html }: Pick<ContentRow, 'subject' | 'html'>): CheckedMail => {
  const bare = protectLiquid(html).text
  const elements = walkHtml(bare)
  const words = elements
    .map(({ text }) => text.replace(/&\w+;/g, ' '))
    .join(' ')
    .replace(/\s+/g, ' ')
  const hasVml = /<v:(?:fill|image|rect|background)\b/i.test(bare)
  return { subject: protectLiquid(subject).text, elements, words, sheets: sheetsIn(bare), hasVml }
}

const ruleWarnings = (content: ContentRow): EmailWarning[] => {
  const mail = checkedMail(content)
  return [...RULES, ...CLIENT_RULES].flatMap(({ kind, where, find }) => {
    const message = find(mail)
    return message ? [warn(kind, message, where)] : []
  })
}

const tagWarnings = (content: ContentRow, known: KnownNames): EmailWarning[] =>
  unknownTags(
    [content.subject, content.preheader, content.fromName, content.replyName, content.cc, content.bcc, content.html],
    known,
  ).map((message) => warn('tag', message))

/** Everything in an email that a writer should look at, what forbids sending first. */
export const warningsOf = (content: ContentRow, about: About): EmailWarning[] => {
  const design = content.editorType === 'unlayer' && isDesign(content.state) ? content.state : undefined
  const found = [...lineWarnings(content)]
  if (design && !blocksOf(design).length) found.push(warn('content', 'The email is still empty.'))
  found.push(
    ...(design ? [...blockWarnings(design), ...keptWarnings(design)] : markupWarnings(content.html)),
    ...footerWarnings(content.html, about),
    ...tagWarnings(content, about.known),
    ...ruleWarnings(content),
  )
  if (about.bytes > CLIP_BYTES) {
    found.push(warn('size', `The mail is ${Math.ceil(about.bytes / 1024)} KB. Gmail cuts mails off after 102 KB.`))
  }
  return found
}
