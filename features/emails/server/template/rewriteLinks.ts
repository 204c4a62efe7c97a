import { unescapeHtml } from '../liquid/escape.ts'
import { END_LINK, LINK_TAG } from '../liquid/linkTag.ts'
import { protectLiquid } from '../liquid/protect.ts'
import { LINK_SLOT, PIXEL } from './scope.ts'
import type { TemplateLink } from './template.ts'

const ANCHOR = /(<(?:a|area|v:roundrect|v:rect)\b(?:"[^"]*"|'[^']*'|[^"'>])*?\shref\s*=\s*)("[^"]*"|'[^']*')/gi
const OWN_ADDRESS = /\b(?:unsubscribe_url|preferences_url|view_in_browser_url)\b/
const UNTRACKED = /\bdata-(?:no-?track|track\s*=\s*["']?off)/i

/** What stands for the tracking pixel in compiled HTML. */
export const PIXEL_PART = `{{ ${PIXEL} | raw }}`

const isTracked = (url: string) => /^https?:\/\//i.test(url) || url.startsWith('{{')

/** Rewrites every link once into a slot, and puts the pixel's slot at the end of the body. */
export const rewriteLinks = (source: string): { html: string; links: TemplateLink[] } => {
  const links: TemplateLink[] = []
  const { text, restore } = protectLiquid(source)
  const slotFor = (address: string) => {
    const url = unescapeHtml(restore(address)).trim()
    if (OWN_ADDRESS.test(url) || !isTracked(url)) return undefined
    const isDynamic = url.includes('{{') || url.includes('{%')
    // Outlook's shape of a button and the button itself are one link.
    const twin = links.at(-1)?.url === url ? links.at(-1) : undefined
    const link = twin ?? { index: links.length, url, isDynamic }
    if (!twin) links.push(link)
    return isDynamic
      ? `{% ${LINK_TAG} ${link.index} %}${restore(address).trim()}{% ${END_LINK} %}`
      : `{{ ${LINK_SLOT}${link.index} }}`
  }
  const rewritten = text.replace(ANCHOR, (all: string, before: string, quoted: string) => {
    if (UNTRACKED.test(before)) return all
    const slot = slotFor(quoted.slice(1, -1))
    return slot ? `${before}${quoted[0]}${slot}${quoted[0]}` : all
  })
  const end = rewritten.lastIndexOf('</body>')
  const withPixel = end < 0 ? rewritten + PIXEL_PART : rewritten.slice(0, end) + PIXEL_PART + rewritten.slice(end)
  return { html: restore(withPixel), links }
}
