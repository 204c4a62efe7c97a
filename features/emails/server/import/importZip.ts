import { posix } from 'node:path'
import { refused } from '@millrace/kit/server'
import { MOST_IMAGE_BYTES } from '../images/images.ts'
import type { By } from '../verbs/emails.ts'
import { type ImportedHtml, type Imports, importHtml } from './importHtml.ts'
import { listZip, type PackedFile, readPacked, safePath } from './readZip.ts'

/** Largest archive, in bytes. */
export const MOST_ZIP_BYTES = 20 << 20

const MOST_HTML_BYTES = 2 << 20
const MOST_SHEET_BYTES = 500_000
/** What is unpacked of one archive altogether. */
const MOST_UNPACKED = 64 << 20

/** HTML out of an archive, and which of its files it was. */
export type ImportedZip = ImportedHtml & { file: string; otherFiles: string[] }

const depth = ({ path }: PackedFile) => path.split('/').length

/** The pages of an archive: that one first which is the mail, as far as names tell. */
const pagesOf = (entries: readonly PackedFile[]) =>
  entries
    .filter(({ path }) => /\.html?$/i.test(path))
    .sort(
      (a, b) =>
        depth(a) - depth(b) ||
        Number(/(^|\/)index\.html?$/i.test(b.path)) - Number(/(^|\/)index\.html?$/i.test(a.path)) ||
        b.size - a.size,
    )

const decoded = (bytes: Buffer): string => {
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : ''
  const said = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(bytes.toString('latin1', 0, 2_048))?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(marked || said).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

const unescaped = (address: string) => {
  const plain = address.replaceAll('&amp;', '&').replace(/[?#].*$/s, '')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

/** Finds files by the addresses that a page in `folder` has for them: where they lie, else by a name that only one has. */
const finder = (entries: readonly PackedFile[], folder: string) => {
  const byPath = new Map(entries.toReversed().map((entry) => [entry.path.toLowerCase(), entry]))
  return (address: string): PackedFile | undefined => {
    const wanted = unescaped(address)
    const path = safePath(
      posix.join(folder, wanted.replace(/^file:\/*/i, '').replaceAll('\\', '/')).replace(/^\/+/, ''),
    )
    const found = path && byPath.get(path.toLowerCase())
    if (found) return found
    const name = posix.basename(wanted.replaceAll('\\', '/')).toLowerCase()
    const namesakes = name ? entries.filter((entry) => posix.basename(entry.path).toLowerCase() === name) : []
    return namesakes.length === 1 ? namesakes[0] : undefined
  }
}

const SHEET = /<link\b(?=[^>]*\brel\s*=\s*["']?stylesheet)[^>]*\bhref\s*=\s*(?:"([^"]+)"|'([^']+)')[^>]*>/gi

type Open = { find: ReturnType<typeof finder>; read: (entry: PackedFile, most: number) => Promise<Buffer> }

/** Sheets that lie in the archive are put in where they are linked. */
const withSheets = async (html: string, { find, read }: Open): Promise<string> => {
  const sheets = new Map<string, string>()
  for (const [link, double, single] of html.matchAll(SHEET)) {
    const entry = find(double ?? single ?? '')
    if (entry && /\.css$/i.test(entry.path)) sheets.set(link, decoded(await read(entry, MOST_SHEET_BYTES)))
  }
  return html.replace(SHEET, (link) => {
    const css = sheets.get(link)
    return css === undefined ? link : `<style>${css.replaceAll('</', '<\\/')}</style>`
  })
}

const reader = () => {
  let left = MOST_UNPACKED
  return async (entry: PackedFile, most: number): Promise<Buffer> => {
    if (entry.size > left) throw refused('This archive unpacks to too much.')
    left -= entry.size
    return readPacked(entry, most)
  }
}

/** Makes an exported mail, packed with its images, into that of an email. Nothing of it is written to a disk. */
export const importZip = async (imports: Imports, by: By, bytes: Buffer, withImages: boolean): Promise<ImportedZip> => {
  const entries = await listZip(bytes)
  const [page, ...others] = pagesOf(entries)
  if (!page) throw refused('There is no HTML file in this archive.')
  const folder = posix.dirname(page.path)
  const open: Open = { find: finder(entries, folder === '.' ? '' : folder), read: reader() }
  const html = await withSheets(decoded(await open.read(page, MOST_HTML_BYTES)), open)
  const local = async (address: string) => {
    const entry = open.find(address)
    return entry && { name: posix.basename(entry.path), bytes: await open.read(entry, MOST_IMAGE_BYTES) }
  }
  const imported = await importHtml(imports, by, { html, withImages, local })
  return {
    ...imported,
    file: page.path.slice(0, 200),
    otherFiles: others.slice(0, 20).map(({ path }) => path.slice(0, 200)),
  }
}
