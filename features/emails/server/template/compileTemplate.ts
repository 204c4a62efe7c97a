import { escapeHtml } from '../liquid/escape.ts'
import type { TextLimits } from '../liquid/limitedLiquid.ts'
import { protectLiquid } from '../liquid/protect.ts'
import { objectKindsOf } from './mailObjects.ts'
import { plainText } from './plainText.ts'
import { rewriteLinks } from './rewriteLinks.ts'
import { scopeOf } from './scope.ts'
import { joined, spliceOf } from './splice.ts'
import type { FilledMail, MailData, MailScope, MailSlots, RenderedMail, Splice, Template } from './template.ts'

/** A version of an email as it is stored. */
export type EmailVersion = {
  accountId: number
  emailId: number
  version: number
  name: string
  isTransactional: boolean
  categoryId: number | null
  archivedAt?: Date | null
  compliance?: Template['compliance']
  type?: Template['type']
  subject: string
  preheader: string
  fromName: string
  fromEmail: string
  replyName: string
  replyEmail: string
  cc: string
  bcc: string
  html: string
  shows?: Template['shows']
}

// Keeps a mail program from filling its preview line with the mail's first words.
const FILLER = '&#8199;&#65279;&#847; '.repeat(40)

const escapeAroundLiquid = (text: string) => {
  const { text: bare, restore } = protectLiquid(text)
  return restore(escapeHtml(bare))
}

const withPreheader = (html: string, { subject, preheader }: EmailVersion) => {
  const titled = html.replace('<title></title>', () => `<title>${escapeAroundLiquid(subject)}</title>`)
  if (!preheader.trim()) return titled
  const hidden = `<div class="preheader" style="display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all">${escapeAroundLiquid(preheader)}${FILLER}</div>`
  return titled.replace(/<body\b[^>]*>/i, (body) => body + hidden)
}

/** Makes a version ready to be sent; throws what liquidjs throws where its Liquid cannot be processed. */
export const compileTemplate = (version: EmailVersion): Template => {
  const { html, links } = rewriteLinks(withPreheader(version.html, version))
  const { accountId, emailId, name, isTransactional, categoryId, fromName, fromEmail, replyEmail, cc, bcc } = version
  return {
    accountId,
    emailId,
    version: version.version,
    name,
    isTransactional,
    categoryId,
    archivedAt: version.archivedAt ?? null,
    compliance: version.compliance ?? 'approved',
    type: version.type ?? 'HTML',
    fromName,
    fromEmail,
    replyEmail,
    cc,
    bcc,
    links,
    shows: version.shows ?? null,
    hasUnsubscribe: /\b(?:unsubscribe_url|preferences_url)\b/.test(version.html.replace(/<!--[\s\S]*?-->/g, '')),
    objectKinds: objectKindsOf(version),
    parts: {
      subject: spliceOf(version.subject, false),
      preheader: spliceOf(version.preheader, false),
      fromName: spliceOf(fromName, false),
      replyName: spliceOf(version.replyName, false),
      html: spliceOf(html, true),
      text: spliceOf(plainText(html), false),
    },
  }
}

/** A template whose plain text is another one than would be made of its HTML. */
export const withText = (template: Template, text: string): Template => ({
  ...template,
  parts: { ...template.parts, text: spliceOf(text, false) },
})

// A line break in a header would begin another header.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const oneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim()

/** The mail that one person gets, its texts not yet put together. */
export const fillFor = (
  template: Pick<Template, 'parts' | 'links'>,
  data: MailData,
  slots: MailSlots,
  limits?: MailScope['limits'],
): FilledMail => {
  const scope = scopeOf(data, slots, template.links, limits)
  const line = (splice: Splice) => oneLine(splice.render(scope))
  return {
    subject: line(template.parts.subject),
    preheader: line(template.parts.preheader),
    fromName: line(template.parts.fromName),
    replyName: line(template.parts.replyName),
    html: template.parts.html.fill(scope),
    text: template.parts.text.fill(scope),
  }
}

/** What a few words may take: they are filled where they are asked for, and a mail has several of them. */
const OF_WORDS: TextLimits = { ms: 10, memory: 64 << 10 }

/** A few words as one person gets them, within `ms` of processor time where that is less than words may take. */
export const renderWords = (text: string, data: MailData, slots: MailSlots, ms = OF_WORDS.ms): string =>
  spliceOf(text, false, { ...OF_WORDS, ms: Math.min(ms, OF_WORDS.ms) }).render(scopeOf(data, slots, []))

/** A mail with its texts put together. */
export const together = ({ html, text, ...rest }: FilledMail): RenderedMail => ({
  ...rest,
  html: joined(html),
  text: joined(text),
})

/** The mail that one person gets. */
export const renderFor = (template: Template, data: MailData, slots: MailSlots): RenderedMail =>
  together(fillFor(template, data, slots))
