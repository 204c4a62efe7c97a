import { refused } from '@millrace/kit/server'
import { loadSharp } from './loadSharp.ts'
import type { Sniffed } from './sniff.ts'

/** An image as it is kept, and its smaller copies by width. */
export type PreparedImage = {
  bytes: Buffer
  width: number | null
  height: number | null
  copies: { width: number; bytes: Buffer }[]
}

/** The largest width that mails show, twice over for dense screens. */
export const WIDEST = 1_600
/** Widths of the copies that are kept beside a wider image. */
export const COPY_WIDTHS: readonly number[] = [600, 1_200]
/** More pixels than this are not unpacked: small files can hold enormous pictures. */
const MOST_PIXELS = 50_000_000

type Sharp = Awaited<ReturnType<typeof import('sharp')['default']>>

const encoded = (image: Sharp, { extension }: Sniffed): Promise<Buffer> => {
  if (extension === 'png') return image.png({ compressionLevel: 9 }).toBuffer()
  if (extension === 'webp') return image.webp({ quality: 84 }).toBuffer()
  return image.jpeg({ quality: 84, mozjpeg: true }).toBuffer()
}

const refusal = (error: unknown) =>
  /pixel limit/i.test(String(error))
    ? refused('This image has too many pixels. Please make it smaller first.')
    : refused('This image cannot be read. Please save it anew and try again.')

/**
 * Makes an image ready for mails: turned as its camera said, without what the camera noted (places, too), no wider than mails
 * show, with smaller copies. Images that move stay as they are.
 */
export const prepareImage = async (bytes: Buffer, sniffed: Sniffed): Promise<PreparedImage> => {
  const asItIs = { bytes, width: sniffed.width, height: sniffed.height, copies: [] }
  const sharp = await loadSharp()
  if (!sharp) return asItIs
  try {
    const open = () => sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).rotate()
    const { pages = 1, width = 0, height = 0, exif, xmp, iptc, orientation = 1, autoOrient } = await open().metadata()
    if (width * height * pages > MOST_PIXELS) throw new Error('pixel limit')
    if (pages > 1 || sniffed.extension === 'gif') return asItIs
    const own = autoOrient?.width ?? width
    const shrunk = (to: number) => encoded(open().resize({ width: to, withoutEnlargement: true }), sniffed)
    const isClean = !exif && !xmp && !iptc && orientation === 1
    const made = await shrunk(WIDEST)
    const kept = isClean && own <= WIDEST && made.length >= bytes.length ? bytes : made
    const size = await sharp(kept).metadata()
    const widths = COPY_WIDTHS.filter((to) => to < (size.width ?? 0))
    const copies = await Promise.all(widths.map(async (to) => ({ width: to, bytes: await shrunk(to) })))
    return { bytes: kept, width: size.width ?? null, height: size.height ?? null, copies }
  } catch (error) {
    throw refusal(error)
  }
}
