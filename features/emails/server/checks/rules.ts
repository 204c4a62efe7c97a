import type { EmailWarning } from '../../contract/email.ts'
import { contrastOf } from './contrast.ts'
import type { Element } from './walkHtml.ts'

/** What rules look at. */
export type CheckedMail = {
  subject: string
  /** Elements of the HTML as it is written, Liquid taken out. */
  elements: readonly Element[]
  /** Words that readers see. */
  words: string
  /** Its style sheets, as they are written in it. */
  sheets: readonly string[]
  /** Background images are drawn for Outlook on Windows beside. */
  hasVml: boolean
}

/** Something to look for: what it is about, and what to say of what was found. */
export type Rule = { kind: EmailWarning['kind']; where?: string; find(mail: CheckedMail): string | undefined }

const PHRASES = [
  'act now',
  '100% free',
  'click here',
  'risk free',
  'risk-free',
  'no obligation',
  'cash bonus',
  'double your',
  'earn money',
  'extra income',
  'free money',
  'guaranteed',
  'limited time only',
  'make money',
  'once in a lifetime',
  'order now',
  'special promotion',
  'this is not spam',
  'urgent',
  'winner',
  'you have been selected',
  'congratulations!',
]
const SHORTENERS =
  /^https?:\/\/(?:www\.)?(?:bit\.ly|tinyurl\.com|goo\.gl|ow\.ly|t\.co|is\.gd|buff\.ly|rebrand\.ly|cutt\.ly)\//i
/** With fewer words than this beside its images a mail looks like one picture. */
const FEW_WORDS = 20
const LEAST_CONTRAST = 4.5
const LEAST_LARGE = 3

const many = (count: number, one: string, more: string) => (count === 1 ? one : `${count} ${more}`)

const hrefs = ({ elements }: CheckedMail) =>
  elements.filter(({ name }) => name === 'a').map(({ attributes }) => attributes.href ?? '')

const isLarge = ({ fontSize, isBold }: Element) => fontSize >= 24 || (isBold && fontSize >= 18.66)

const faint = ({ elements }: CheckedMail) =>
  elements.flatMap((element) => {
    if (!/[\p{L}\p{N}]/u.test(element.text)) return []
    const contrast = contrastOf(element.color, element.background)
    const isFaint = contrast !== undefined && contrast < (isLarge(element) ? LEAST_LARGE : LEAST_CONTRAST)
    return isFaint ? [{ contrast, words: element.text.trim().replace(/\s+/g, ' ').slice(0, 40) }] : []
  })

const skippedHeading = ({ elements }: CheckedMail) => {
  const levels = elements.filter(({ name }) => /^h[1-6]$/.test(name)).map(({ name }) => Number(name[1]))
  return levels.find((level, index) => index > 0 && level > (levels[index - 1] ?? level) + 1)
}

/** What is said about any mail, whichever editor it is written in. */
export const RULES: readonly Rule[] = [
  {
    kind: 'spam',
    where: 'subject',
    find: ({ subject }) =>
      /\p{Lu}/u.test(subject) && subject === subject.toUpperCase() && subject.replace(/[^\p{L}]/gu, '').length > 5
        ? 'The subject is all capitals. Spam filters and readers take that for shouting.'
        : undefined,
  },
  {
    kind: 'spam',
    where: 'subject',
    find: ({ subject }) =>
      /!{2,}|\?{2,}|\${2,}|(?:!.*){3}/.test(subject)
        ? 'The subject has many exclamation or currency signs.'
        : undefined,
  },
  {
    kind: 'spam',
    find: ({ subject, words }) => {
      const all = `${subject}\n${words}`.toLowerCase()
      const found = PHRASES.filter((phrase) => all.includes(phrase))
      return found.length
        ? `Words that spam filters count: ${found.map((phrase) => `“${phrase}”`).join(', ')}.`
        : undefined
    },
  },
  {
    kind: 'spam',
    find: (mail) => {
      const short = hrefs(mail).filter((href) => SHORTENERS.test(href))
      return short.length
        ? `${many(short.length, 'A link goes', 'links go')} through a shortener. Many spam filters block those: use the address itself.`
        : undefined
    },
  },
  {
    kind: 'link',
    find: (mail) => {
      const open = hrefs(mail).filter((href) => /^http:\/\//i.test(href))
      return open.length
        ? `${many(open.length, 'A link is', 'links are')} not encrypted: ${open[0]?.slice(0, 80)}`
        : undefined
    },
  },
  {
    kind: 'contrast',
    find: (mail) => {
      const [worst, ...others] = faint(mail).sort((a, b) => a.contrast - b.contrast)
      if (!worst) return undefined
      const more = others.length ? ` So are ${others.length} other places.` : ''
      return `“${worst.words}” is hard to read: its contrast is ${worst.contrast.toFixed(1)}, and 4.5 is wanted.${more}`
    },
  },
  {
    kind: 'heading',
    find: (mail) => {
      const level = skippedHeading(mail)
      return level
        ? `A heading ${level} follows without a heading ${level - 1}. Screen readers go by their order.`
        : undefined
    },
  },
  {
    kind: 'text',
    find: ({ elements, words }) => {
      const images = elements.filter(({ name, attributes }) => name === 'img' && attributes.width !== '1').length
      const count = words.split(/\s+/).filter(Boolean).length
      return images > 0 && count < FEW_WORDS
        ? 'Almost everything is in images. Spam filters distrust that, and many readers see no images.'
        : undefined
    },
  },
  {
    kind: 'text',
    find: ({ elements }) => {
      const page = elements.find(({ name }) => name === 'html')
      return page && !page.attributes.lang
        ? 'The HTML does not say its language (lang), which screen readers need.'
        : undefined
    },
  },
  {
    kind: 'text',
    find: ({ elements }) => {
      const plain = elements.filter(
        ({ name, attributes }) =>
          name === 'table' && !/presentation|none/.test(attributes.role ?? '') && !attributes.summary,
      )
      const data = elements.some(({ name }) => name === 'th')
      return plain.length && !data
        ? `${many(plain.length, 'A table that only lays out is', 'tables that only lay out are')} read aloud as ${plain.length === 1 ? 'a table' : 'tables'}: give ${plain.length === 1 ? 'it' : 'them'} role="presentation".`
        : undefined
    },
  },
]
