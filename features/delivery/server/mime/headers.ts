import { domainToASCII } from 'node:url'

/** A header field, its value folded and ASCII. */
export type Header = [name: string, value: string]

const LONGEST_LINE = 76
/** Bytes of text in one encoded word: 75 characters less `=?UTF-8?B?` and `?=`, in base64. */
const WORD_BYTES = 45

const control = /[\p{Cc}\u2028\u2029]+/gu
const plain = /^[\x20-\x7e\t]*$/

/** The text without line breaks and other control characters, so that no header can be smuggled in. */
export const oneLine = (text: string): string => text.replace(control, ' ').trim()

const encodedWords = (text: string): string => {
  const words: string[] = []
  let bytes: string[] = []
  let size = 0
  const flush = () => {
    if (bytes.length) words.push(`=?UTF-8?B?${Buffer.from(bytes.join('')).toString('base64')}?=`)
    bytes = []
    size = 0
  }
  for (const character of text.toWellFormed()) {
    const length = Buffer.byteLength(character)
    if (size + length > WORD_BYTES) flush()
    bytes.push(character)
    size += length
  }
  flush()
  return words.join('\r\n ')
}

/** Breaks a value at spaces so that no line is longer than 76 characters where that can be had. */
export const fold = (name: string, value: string): string => {
  if (name.length + value.length + 2 <= LONGEST_LINE) return value
  let line = name.length + 2
  let folded = ''
  for (const part of value.split(/(?= )/)) {
    if (line + part.length > LONGEST_LINE && folded) {
      folded += '\r\n'
      line = 0
    }
    folded += part
    line += part.length
  }
  return folded
}

/** A value of free text: plain where it is short ASCII, encoded words (RFC 2047) where not. */
export const textValue = (name: string, text: string): string => {
  const clean = oneLine(text)
  const isPlain = plain.test(clean) && !clean.includes('=?') && clean.split(' ').every((word) => word.length < 200)
  return isPlain ? fold(name, clean) : encodedWords(clean)
}

/** True for an address that can stand in an envelope and in a header: ASCII, one `@`, a real domain. */
export const isMailable = (address: string): boolean =>
  address.length <= 254 &&
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[^@\s]+$/.test(address) &&
  !address.startsWith('.') &&
  !address.includes('..') &&
  !address.includes('.@') &&
  asciiDomain(address) !== ''

const known = new Map<string, string>()
const MOST_KNOWN = 20_000

/** Few domains have most addresses, so they are remembered. */
const asciiDomain = (address: string): string => {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  let ascii = known.get(domain)
  if (ascii === undefined) {
    const read = domainToASCII(domain)
    ascii = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(read) ? read : ''
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(domain, ascii)
  }
  return ascii
}

/** The address with its domain in ASCII (punycode). */
export const asciiAddress = (address: string): string =>
  `${address.slice(0, address.lastIndexOf('@'))}@${asciiDomain(address)}`

/** The part after the `@`, in lower case and ASCII. */
export const domainOf = (address: string): string => asciiDomain(address).toLowerCase()

/** A name and an address as a header shows them. */
export const addressValue = (name: string, display: string, address: string): string => {
  const shown = oneLine(display)
  const angle = `<${asciiAddress(address)}>`
  if (!shown) return angle
  if (!plain.test(shown) || shown.includes('=?'))
    return `${encodedWords(shown)}\r\n ${angle}`.replace('?=\r\n <', '?= <')
  const quoted = /^[A-Za-z0-9 !#$%&'*+/=?^_`{|}~-]+$/.test(shown) ? shown : `"${shown.replace(/["\\]/g, '\\$&')}"`
  return fold(name, `${quoted} ${angle}`)
}
