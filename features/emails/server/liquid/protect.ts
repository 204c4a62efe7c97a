// Signs of the private use area: they stand in no mail, and no HTML tool changes them.
const OPEN = '\uE000'
const CLOSE = '\uE001'

/** Everything between Liquid's braces; a quoted text may hold braces too. */
export const LIQUID = /\{\{(?:"[^"]*"|'[^']*'|[^"'}]|\}(?!\}))*\}\}|\{%(?:"[^"]*"|'[^']*'|[^"'%]|%(?!\}))*%\}/g

const PLACE = /\uE000(\d+)\uE001/g

/** Text whose Liquid was taken out, so that tools which know only HTML can work on it, and the way back. */
export type Protected = { text: string; restore(text: string): string; pieces: string[] }

/** Takes Liquid out of a text. */
export const protectLiquid = (source: string): Protected => {
  const pieces: string[] = []
  const text = source
    .replaceAll(OPEN, '')
    .replaceAll(CLOSE, '')
    .replace(LIQUID, (piece) => `${OPEN}${pieces.push(piece) - 1}${CLOSE}`)
  return { text, pieces, restore: (changed) => changed.replace(PLACE, (_all, index) => pieces[Number(index)] ?? '') }
}

const ENTITIES: Record<string, string> = {
  '&quot;': '"',
  '&#34;': '"',
  '&#039;': "'",
  '&#39;': "'",
  '&apos;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&#160;': ' ',
  '\u00a0': ' ',
  '\u201c': '"',
  '\u201d': '"',
  '\u2018': "'",
  '\u2019': "'",
  '&amp;': '&',
}
const ENTITY = new RegExp(Object.keys(ENTITIES).join('|'), 'g')

/** Turns what an HTML editor made of the signs inside Liquid (`&quot;`, hard spaces, curly quotes) back. */
export const plainLiquid = (html: string): string =>
  html.replace(/\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g, (piece) => piece.replace(ENTITY, (sign) => ENTITIES[sign] ?? sign))
