import { createHash } from 'node:crypto'
import type { Outgoing } from '@millrace/kit/server'
import { refused } from '@millrace/kit/server'
import juice from 'juice'
import { addImage, type Images, MOST_IMAGE_BYTES } from '../images/images.ts'
import { plainLiquid, protectLiquid } from '../liquid/protect.ts'
import type { By } from '../verbs/emails.ts'

/** HTML made ready to be an email, and what became of its images. */
export type ImportedHtml = { html: string; images: number; missing: string[] }

/** Images that one import brings in at the most. */
const MOST_IMAGES = 60
const AT_ONCE = 4
const TIMEOUT_MS = 10_000

const INLINING = {
  applyStyleTags: true,
  // Fonts with a space in their names stand in style="…" between &quot;.
  decodeStyleAttributes: true,
  removeStyleTags: true,
  preserveMediaQueries: true,
  preserveFontFaces: true,
  preservePseudos: true,
  preserveKeyFrames: true,
  applyWidthAttributes: false,
  xmlMode: false,
}

const HARMFUL: readonly RegExp[] = [
  /<script\b[\s\S]*?(?:<\/script\s*>|$)/gi,
  /<(?:iframe|object|embed|applet)\b[\s\S]*?<\/(?:iframe|object|embed|applet)\s*>/gi,
  /<(?:link|base)\b[^>]*>/gi,
  /<meta\b[^>]*http-equiv\s*=\s*["']?refresh[^>]*>/gi,
]
const HANDLERS = /(<[a-z][^>]*?)\s+on[a-z]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi

/** What no mail program runs goes: scripts, frames, handlers, sheets that lie elsewhere. */
export const withoutScripts = (html: string): string => {
  let clean = html
  for (const harmful of HARMFUL) clean = clean.replace(harmful, '')
  for (let before = ''; before !== clean; ) {
    before = clean
    clean = clean.replace(HANDLERS, '$1')
  }
  return clean
}

/** Styles of the head are put into the elements; media queries stay in the head, for phones. */
export const inlineStyles = (html: string): string => {
  const { text, restore } = protectLiquid(plainLiquid(html))
  const whole = /<html[\s>]/i.test(text)
    ? text
    : `<!DOCTYPE html><html><head><meta charset="utf-8"><title></title></head><body>${text}</body></html>`
  return restore(juice(whole, INLINING))
}

const SOURCES =
  /(<(?:img|input|video|source)\b[^>]*?\s(?:src|poster)\s*=\s*|<(?:table|td|th|tr|body|div)\b[^>]*?\sbackground\s*=\s*)(?:"([^"]+)"|'([^']+)')|(url\(\s*)(?:&quot;|["'])?([^"')&]+)(?:&quot;|["'])?\s*\)/gi

const isElsewhere = (address: string) => /^https?:\/\//i.test(address) || /^data:image\//i.test(address)
// Neither an address with a scheme of its own nor a place that Liquid fills.
const isBeside = (address: string) => !/^(?!file:)[a-z][a-z0-9+.-]*:|^\/\/|^#|\{[{%]/i.test(address)

/** Addresses of images of a text that say where else they lie, each once; with `isPacked` also those beside it. */
export const imagesIn = (html: string, isPacked = false): string[] => {
  const found = new Set<string>()
  for (const [, , double, single, , inUrl] of html.matchAll(SOURCES)) {
    const address = double ?? single ?? inUrl ?? ''
    if (isElsewhere(address) || (isPacked && address && isBeside(address))) found.add(address)
  }
  return [...found]
}

/** Gives images other addresses, where they stand as such and nowhere else. */
const moveImages = (html: string, moved: ReadonlyMap<string, string>): string =>
  html.replace(SOURCES, (whole, _before, double, single, _url, inUrl) => {
    const from: string = double ?? single ?? inUrl ?? ''
    const to = moved.get(from)
    return to === undefined
      ? whole
      : whole.slice(0, whole.lastIndexOf(from)) + to + whole.slice(whole.lastIndexOf(from) + from.length)
  })

const nameOf = (address: string) => {
  if (address.startsWith('data:')) return 'Imported image'
  const path = new URL(address).pathname.split('/').pop() ?? ''
  try {
    return decodeURIComponent(path).slice(0, 255) || 'Imported image'
  } catch {
    return 'Imported image'
  }
}

const bytesOf = async (outgoing: Outgoing, address: string): Promise<Buffer | undefined> => {
  const data = /^data:image\/[\w+.-]+;base64,(.+)$/s.exec(address)
  if (data?.[1]) return Buffer.from(data[1], 'base64')
  const url = address.replaceAll('&amp;', '&')
  const answer = await outgoing.send({ method: 'GET', url, timeoutMs: TIMEOUT_MS, maxBytes: MOST_IMAGE_BYTES })
  return answer.status === 200 && !answer.isCut ? answer.bytes : undefined
}

/** A file that came with the HTML, by the address that stands there. */
type Local = (address: string) => Promise<{ name: string; bytes: Buffer } | undefined>

const imageAt = async (outgoing: Outgoing, local: Local | undefined, address: string) => {
  if (!isElsewhere(address)) return local?.(address)
  const bytes = await bytesOf(outgoing, address)
  return bytes && { name: nameOf(address), bytes }
}

/** Fetches images into the library; answers their new addresses. What cannot be fetched stays where it is. */
const fetchImages = async ({ images, outgoing }: Imports, by: By, addresses: readonly string[], local?: Local) => {
  const moved = new Map<string, string>()
  // Two addresses of one packed file are one image.
  const known = new Map<string, Promise<string>>()
  const waiting = addresses.slice(0, MOST_IMAGES)
  const keptOnce = (address: string, { name, bytes }: { name: string; bytes: Buffer }) => {
    const hash = local ? createHash('sha256').update(bytes).digest('base64') : address
    const keeping = known.get(hash) ?? addImage(images, by, name, bytes).then(({ url }) => url)
    known.set(hash, keeping)
    return keeping
  }
  const fetchNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const address = next
      try {
        const found = await imageAt(outgoing, local, address)
        if (found) moved.set(address, await keptOnce(address, found))
      } catch {
        // One image that cannot be had does not stop the others: it is told.
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext))
  return moved
}

/** What imports stand on. */
export type Imports = { images: Images; outgoing: Outgoing }

/**
 * Makes HTML from elsewhere into that of an email: styles inlined, scripts gone, its images brought in where that is asked
 * for. Images that came with it (`local`) are always brought in.
 */
export const importHtml = async (
  imports: Imports,
  by: By,
  { html, withImages, local }: { html: string; withImages: boolean; local?: Local },
): Promise<ImportedHtml> => {
  if (!html.trim()) throw refused('There is no HTML in it.')
  let ready: string
  try {
    // Twice: what was spelled out in a style could come out of it as something that is run.
    ready = withoutScripts(inlineStyles(withoutScripts(html)))
  } catch (error) {
    throw refused(`This HTML cannot be read: ${(error as Error).message.split('\n')[0]}`)
  }
  const { publicUrl } = imports.images.house
  const addresses = imagesIn(ready, local !== undefined).filter(
    (address) => !address.startsWith(publicUrl) && (withImages || !isElsewhere(address)),
  )
  const moved = await fetchImages(imports, by, addresses, local)
  const missing = addresses.filter((address) => !moved.has(address))
  return {
    html: moveImages(ready, moved),
    images: new Set(moved.values()).size,
    missing: missing.map((address) => address.slice(0, 200)),
  }
}
