import type { CheckedMail, Rule } from './rules.ts'
import type { Element } from './walkHtml.ts'

/*
 * What large mail programs do not show, after https://www.caniemail.com (read in June 2026; its facts, MIT). Only what changes what
 * readers see is told, not what merely looks plainer: round corners and shadows, for example, are not.
 */
const GMAIL = 'Gmail'
const WINDOWS = 'Outlook on Windows'
const OUTLOOK = 'Outlook'
const YAHOO = 'Yahoo Mail'

const listed = (names: readonly string[]) =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const styleOf = ({ attributes }: Element) => attributes.style ?? ''

/** Every style of a mail: those of its elements, and its style sheets. */
const allStyles = ({ elements, sheets }: CheckedMail) => [...sheets, ...elements.map(styleOf)].join('\n')

const hasElement =
  (...names: string[]) =>
  ({ elements }: CheckedMail) =>
    elements.some(({ name }) => names.includes(name))

const imageAddresses = ({ elements }: CheckedMail) =>
  elements.filter(({ name }) => name === 'img').map(({ attributes }) => attributes.src ?? '')

const hasImage = (kind: RegExp) => (mail: CheckedMail) => imageAddresses(mail).some((address) => kind.test(address))

const hasStyle = (kind: RegExp) => (mail: CheckedMail) => kind.test(allStyles(mail))

// A picture or a gradient that has no colour below it: where it is not shown, words may stand in their own colour.
const lacksColor = (kind: RegExp) => (mail: CheckedMail) =>
  !mail.hasVml &&
  mail.elements.some((element) => {
    const style = styleOf(element)
    const isMeant = kind.test(style)
    const color = /background(?:-color)?\s*:[^;]*(?:#[\da-f]{3,8}\b|rgba?\(|\b(?:white|black)\b)/i
    return isMeant && !color.test(style.replace(/(?:linear|radial|conic)-gradient\((?:[^()]|\([^)]*\))*\)/gi, ''))
      ? !element.attributes.bgcolor
      : false
  })

// Menus and accordions are opened by hidden boxes that are ticked; where those do not work, all of them stands open.
const hasForm = ({ elements }: CheckedMail) =>
  elements.some(
    ({ name, attributes }) =>
      /^(?:form|select|textarea)$/.test(name) ||
      (name === 'input' && !/^(?:checkbox|radio|hidden)$/.test(attributes.type ?? '')),
  )

/** Gmail leaves a style sheet out that is longer. */
const LONGEST_SHEET = 16 * 1024

type Limit = {
  finds: (mail: CheckedMail) => boolean
  /** Programs that do not show it. */
  by: readonly string[]
  /** What it is, at the beginning of a sentence, and the rest of that: `… in Gmail`. */
  what: string
  happens: string
  instead?: string
}

const LIMITS: readonly Limit[] = [
  {
    finds: hasStyle(/display\s*:\s*(?:inline-)?(?:flex|grid)/i),
    by: [WINDOWS, 'GMX'],
    what: 'Columns made with flex or grid',
    happens: 'fall below each other',
    instead: 'Use a table, or the columns of a row.',
  },
  {
    finds: hasStyle(/position\s*:\s*(?:absolute|fixed|sticky)/i),
    by: [GMAIL, WINDOWS, YAHOO],
    what: 'Parts that are placed over others (position)',
    happens: 'stand elsewhere',
  },
  {
    finds: hasElement('video', 'audio'),
    by: [GMAIL, OUTLOOK, YAHOO],
    what: 'Video and sound inside the mail',
    happens: 'do not play',
    instead: 'Link a picture to them.',
  },
  {
    finds: (mail) => hasElement('svg')(mail) || hasImage(/\.svg(?:[?#]|$)|^data:image\/svg/i)(mail),
    by: [GMAIL],
    what: 'SVG images',
    happens: 'are not shown',
    instead: 'Use PNG.',
  },
  {
    finds: hasImage(/^data:/i),
    by: [GMAIL],
    what: 'Images that are written into the mail (data:)',
    happens: 'are not shown',
    instead: 'Upload them.',
  },
  {
    finds: hasImage(/\.(?:webp|avif)(?:[?#]|$)/i),
    by: [WINDOWS],
    what: 'WebP and AVIF images',
    happens: 'are not shown',
    instead: 'Use JPEG or PNG.',
  },
  {
    finds: hasForm,
    by: [WINDOWS, 'GMX'],
    what: 'Forms',
    happens: 'cannot be filled in',
    instead: 'Link to a page with the form.',
  },
  {
    finds: hasElement('iframe', 'object', 'embed'),
    by: [GMAIL, OUTLOOK, YAHOO],
    what: 'Pages and objects inside the mail (iframe, object)',
    happens: 'are not shown',
  },
  {
    finds: hasStyle(/var\(\s*--/),
    by: [GMAIL, OUTLOOK, YAHOO],
    what: 'Styles with variables, as var(--name),',
    happens: 'do not count',
    instead: 'Write the values themselves.',
  },
  {
    finds: hasStyle(/\b(?:oklch|oklab|lch|lab|color-mix|light-dark)\(/i),
    by: [GMAIL, OUTLOOK, YAHOO],
    what: 'Colours as oklch() or color-mix()',
    happens: 'do not count',
    instead: 'Write them as #rrggbb.',
  },
  {
    finds: ({ elements, sheets }) =>
      sheets.some((sheet) => /@import\b(?![^;]*font)/i.test(sheet)) ||
      elements.some(
        ({ name, attributes }) =>
          name === 'link' && attributes.rel === 'stylesheet' && !/font/i.test(attributes.href ?? ''),
      ),
    by: [GMAIL, 'Outlook on the web', YAHOO],
    what: 'Style sheets that are fetched from elsewhere',
    happens: 'do not count',
    instead: 'Write the styles into the mail.',
  },
  {
    finds: lacksColor(/(?:linear|radial|conic)-gradient\(/i),
    by: [OUTLOOK, YAHOO],
    what: 'Gradients without a colour below them',
    happens: 'are not shown',
    instead: 'Give a background colour too.',
  },
  {
    finds: lacksColor(/background(?:-image)?\s*:[^;]*url\(/i),
    by: [WINDOWS],
    what: 'Background images without a colour below them',
    happens: 'are not shown',
    instead: 'Give a background colour too.',
  },
  {
    finds: ({ sheets }) => sheets.some((sheet) => sheet.length > LONGEST_SHEET),
    by: [GMAIL],
    what: 'Styles longer than 16 KB in one sheet',
    happens: 'do not count',
    instead: 'Divide the sheet.',
  },
]

/** What large mail programs do not show of a mail, one rule for each thing. */
export const CLIENT_RULES: readonly Rule[] = LIMITS.map(({ finds, by, what, happens, instead }) => ({
  kind: 'client',
  find: (mail) => (finds(mail) ? `${what} ${happens} in ${listed(by)}.${instead ? ` ${instead}` : ''}` : undefined),
}))
