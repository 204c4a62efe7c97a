import { convert } from 'html-to-text'
import { protectLiquid } from '../liquid/protect.ts'
import { PIXEL_PART } from './rewriteLinks.ts'

/** The plain-text part of an HTML document, Liquid left as it is. */
export const plainText = (html: string): string => {
  const withoutComments = html.replace(/<!--[\s\S]*?-->/g, '').replace(PIXEL_PART, '')
  const { text, restore } = protectLiquid(withoutComments)
  return restore(
    convert(text, {
      wordwrap: false,
      limits: { maxInputLength: 8 << 20 },
      selectors: [
        { selector: 'img', format: 'skip' },
        { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
        { selector: 'h1', options: { uppercase: false } },
        { selector: 'h2', options: { uppercase: false } },
        { selector: 'h3', options: { uppercase: false } },
        { selector: '.preheader', format: 'skip' },
        { selector: 'ul', options: { itemPrefix: ' - ' } },
      ],
    }),
  )
    .replace(/[ \t\u00a0]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
