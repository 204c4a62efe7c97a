/** What an image is, read from its first bytes. */
export type Sniffed = { contentType: string; extension: string; width: number | null; height: number | null }

const ascii = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

const png = (bytes: Buffer): Sniffed | undefined =>
  bytes.length > 24 && ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n'
    ? { contentType: 'image/png', extension: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : undefined

const gif = (bytes: Buffer): Sniffed | undefined =>
  bytes.length > 10 && /^GIF8[79]a$/.test(ascii(bytes, 0, 6))
    ? { contentType: 'image/gif', extension: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
    : undefined

const webpSize = (bytes: Buffer): [number | null, number | null] => {
  const kind = ascii(bytes, 12, 16)
  if (kind === 'VP8X') return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]
  if (kind === 'VP8 ') return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]
  if (kind !== 'VP8L') return [null, null]
  const bits = bytes.readUInt32LE(21)
  return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1]
}

const webp = (bytes: Buffer): Sniffed | undefined => {
  if (bytes.length < 30 || ascii(bytes, 0, 4) !== 'RIFF' || ascii(bytes, 8, 12) !== 'WEBP') return undefined
  const [width, height] = webpSize(bytes)
  return { contentType: 'image/webp', extension: 'webp', width, height }
}

const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

const jpeg = (bytes: Buffer): Sniffed | undefined => {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== 0xd8 || bytes[2] !== 0xff) return undefined
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
      return { contentType: 'image/jpeg', extension: 'jpg', width, height }
    }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return { contentType: 'image/jpeg', extension: 'jpg', width: null, height: null }
}

/** What kind of image these bytes are, whatever they are called; undefined where they are none that mails can show. */
export const sniffImage = (bytes: Buffer): Sniffed | undefined => png(bytes) ?? gif(bytes) ?? webp(bytes) ?? jpeg(bytes)
