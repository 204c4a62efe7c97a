import type { MailPicture, PictureBlock } from './readBlocks.ts'

/** The size of the drawing, before it is made small. */
export const DRAWN = { width: 600, height: 780 }

/** Where the mail lies on its background, and where its words begin. */
const CARD = 20
const EDGE = 48
const WIDE = DRAWN.width - 2 * EDGE
/** How wide a sign is on average, in parts of its height. */
const SIGN = 0.51

type Drawn = { svg: string; height: number }
type Pictures = ReadonlyMap<string, { data: string; width: number; height: number }>

const safe = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML knows none of them
    .replace(/[\u0000-\u001f\ufffe\uffff]/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const linesOf = (text: string, size: number, most: number): string[] => {
  const signs = Math.max(6, Math.floor(WIDE / (size * SIGN)))
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < signs) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word.slice(0, signs))
  }
  return lines.slice(0, most)
}

const startOf = (align: PictureBlock['align'], width: number) =>
  align === 'center' ? (DRAWN.width - width) / 2 : align === 'right' ? DRAWN.width - EDGE - width : EDGE

const words = (text: string, x: number, y: number, size: number, look: string, hasFonts: boolean, color: string) =>
  hasFonts
    ? `<text x="${x}" y="${y}" font-size="${size}" font-family="Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans', sans-serif" fill="${safe(color)}" ${look}>${safe(text)}</text>`
    : `<rect x="${x}" y="${y - size * 0.62}" width="${text.length * size * SIGN}" height="${size * 0.5}" rx="${size * 0.2}" fill="${safe(color)}" opacity="0.45"/>`

const drawText = (block: PictureBlock & { kind: 'text' }, y: number, hasFonts: boolean): Drawn => {
  const { size, isBold, align, color } = block
  const step = size * 1.45
  const lines = linesOf(block.text, size, 12)
  const svg = lines.map((line, at) => {
    const width = Math.min(WIDE, line.length * size * SIGN)
    const x =
      hasFonts && align === 'center'
        ? DRAWN.width / 2
        : hasFonts && align === 'right'
          ? DRAWN.width - EDGE
          : startOf(align, width)
    const anchor = hasFonts ? { left: 'start', center: 'middle', right: 'end' }[align] : 'start'
    return words(
      line,
      x,
      y + 8 + step * at + size,
      size,
      `text-anchor="${anchor}"${isBold ? ' font-weight="700"' : ''}`,
      hasFonts,
      color,
    )
  })
  return { svg: svg.join(''), height: lines.length * step + 16 }
}

const drawButton = (
  { text, fill, color, align }: PictureBlock & { kind: 'button' },
  y: number,
  hasFonts: boolean,
): Drawn => {
  const width = Math.min(WIDE, text.length * 15 * SIGN + 52)
  const x = startOf(align, width)
  const label = hasFonts
    ? words(text, x + width / 2, y + 36, 15, 'text-anchor="middle" font-weight="600"', true, color)
    : words(text, x + 26, y + 36, 15, '', false, color)
  return {
    svg: `<rect x="${x}" y="${y + 10}" width="${width}" height="42" rx="6" fill="${safe(fill)}"/>${label}`,
    height: 62,
  }
}

const drawImage = (block: PictureBlock & { kind: 'image' }, y: number, pictures: Pictures): Drawn => {
  const known = pictures.get(block.src)
  const width = Math.min(DRAWN.width - 2 * CARD, block.width ?? known?.width ?? WIDE)
  const shape = known ? known.height / known.width : (block.height ?? width * 0.42) / (block.width ?? width)
  const height = Math.min(DRAWN.height, width * shape)
  const x = width > WIDE ? (DRAWN.width - width) / 2 : startOf(block.align, width)
  if (known)
    return {
      svg: `<image x="${x}" y="${y + 8}" width="${width}" height="${height}" href="${known.data}"/>`,
      height: height + 16,
    }
  const hill = `M${x} ${y + 8 + height}l${width * 0.3} ${-height * 0.5} ${width * 0.2} ${height * 0.25} ${width * 0.2} ${-height * 0.4} ${width * 0.3} ${height * 0.65}z`
  return {
    svg: `<rect x="${x}" y="${y + 8}" width="${width}" height="${height}" fill="#e4e4ea"/><path d="${hill}" fill="#cfcfd8"/>`,
    height: height + 16,
  }
}

const draw = (block: PictureBlock, y: number, pictures: Pictures, hasFonts: boolean): Drawn => {
  if (block.kind === 'text') return drawText(block, y, hasFonts)
  if (block.kind === 'button') return drawButton(block, y, hasFonts)
  if (block.kind === 'image') return drawImage(block, y, pictures)
  return { svg: `<rect x="${EDGE}" y="${y + 12}" width="${WIDE}" height="1" fill="${safe(block.color)}"/>`, height: 25 }
}

/**
 * Draws the beginning of a mail: its words, buttons and images below one another, on their backgrounds. Without fonts on this
 * machine words are bars. `pictures` are images that are known, by their address.
 */
export const drawBlocks = ({ background, blocks }: MailPicture, pictures: Pictures, hasFonts: boolean): string => {
  const parts: string[] = []
  let y = 18
  for (const block of blocks) {
    if (y > DRAWN.height) break
    const { svg, height } = draw(block, y, pictures, hasFonts)
    if (block.background && block.background !== background)
      parts.push(
        `<rect x="${CARD}" y="${y}" width="${DRAWN.width - 2 * CARD}" height="${height + 1}" fill="${safe(block.background)}"/>`,
      )
    parts.push(svg)
    y += height
  }
  const { width, height } = DRAWN
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${safe(background)}"/>${parts.join('')}</svg>`
}
