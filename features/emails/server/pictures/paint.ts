import type { Readable } from 'node:stream'
import type { ImageFiles } from '../images/imageFiles.ts'
import { loadSharp } from '../images/loadSharp.ts'
import { DRAWN, drawBlocks } from './drawBlocks.ts'
import { type MailPicture, readBlocks } from './readBlocks.ts'

type Sharp = NonNullable<Awaited<ReturnType<typeof loadSharp>>>

/** As wide as lists and pickers show it on dense screens. */
const WIDTH = 320
const MOST_PICTURES = 6
const MOST_PIXELS = 50_000_000

let fonts: Promise<boolean> | undefined

const inkOf = async (sharp: Sharp, text: string) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40"><rect width="200" height="40" fill="#fff"/><text y="30" font-size="24" font-family="Arial, sans-serif">${text}</text></svg>`
  const { channels } = await sharp(Buffer.from(svg)).stats()
  return channels[0]?.mean ?? 255
}

/** Whether this machine has fonts: without any, all signs look alike or are not drawn. */
const hasFonts = (sharp: Sharp): Promise<boolean> => {
  fonts ??= Promise.all([inkOf(sharp, 'iiiiii'), inkOf(sharp, 'WWWWWW')]).then(
    ([thin, thick]) => thick < 255 && thin - thick > 1,
    () => false,
  )
  return fonts
}

const bytesOf = async (stream: Readable) => Buffer.concat(await stream.toArray())

const known = async (sharp: Sharp, files: ImageFiles, key: string) => {
  const image = await files.open(key)
  if (!image) return undefined
  const { data, info } = await sharp(await bytesOf(image.stream), { limitInputPixels: MOST_PIXELS })
    .resize({ width: DRAWN.width, withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { data: `data:image/png;base64,${data.toString('base64')}`, width: info.width, height: info.height }
}

/** The images of a mail that lie in the library; what lies elsewhere is not fetched for a picture. */
const imagesOf = async (sharp: Sharp, files: ImageFiles, home: string, { blocks }: MailPicture) => {
  const found = new Map<string, NonNullable<Awaited<ReturnType<typeof known>>>>()
  const sources = new Set(blocks.flatMap((block) => (block.kind === 'image' ? [block.src] : [])))
  for (const src of [...sources].filter((each) => each.startsWith(home)).slice(0, MOST_PICTURES)) {
    // An image that cannot be read is a grey field.
    const image = await known(sharp, files, src.slice(home.length)).catch(() => undefined)
    if (image) found.set(src, image)
  }
  return found
}

/** A small picture of a mail as WebP, or undefined where this machine cannot make one. `home` is where the library's images are shown. */
export const paintMail = async (files: ImageFiles, home: string, html: string): Promise<Buffer | undefined> => {
  const sharp = await loadSharp()
  if (!sharp) return undefined
  const mail = readBlocks(html)
  const svg = drawBlocks(mail, await imagesOf(sharp, files, home, mail), await hasFonts(sharp))
  return sharp(Buffer.from(svg)).resize({ width: WIDTH }).webp({ quality: 82 }).toBuffer()
}
