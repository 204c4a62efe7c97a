import { MERGE_TAG } from '../design/mergeTagsIn.ts'

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Liquid between tags becomes chips; Liquid inside attributes stays. */
export const withChips = (html: string): string =>
  html
    .split(/(<[^>]*>)/)
    .map((part) =>
      part.startsWith('<')
        ? part
        : part.replace(MERGE_TAG, (liquid) => {
            const plain = liquid.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
            return `<span data-liquid="${escapeAttribute(plain)}">${liquid}</span>`
          }),
    )
    .join('')

/** Chips become the Liquid that they stand for. */
export const withoutChips = (html: string): string => {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const chip of page.body.querySelectorAll('[data-liquid]')) {
    chip.replaceWith(page.createTextNode(chip.getAttribute('data-liquid') ?? ''))
  }
  return page.body.innerHTML
}
