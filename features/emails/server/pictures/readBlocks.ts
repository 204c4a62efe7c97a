/** What a small picture shows of a mail, from top to bottom. */
export type PictureBlock = { background: string | undefined; align: Align } & (
  | { kind: 'text'; text: string; size: number; color: string; isBold: boolean }
  | { kind: 'button'; text: string; fill: string; color: string }
  | { kind: 'image'; src: string; width: number | undefined; height: number | undefined }
  | { kind: 'line'; color: string }
)

type Align = 'left' | 'center' | 'right'

type Style = {
  tag: string
  color: string
  size: number
  isBold: boolean
  align: Align
  background: string | undefined
  isHidden: boolean
  /** The fill of the button that this is in. */
  button: string | undefined
}

/** A mail as its blocks, on its background. */
export type MailPicture = { background: string; blocks: PictureBlock[] }

const MOST_BLOCKS = 60
const LONGEST = 400
const COLOR = /^(#[0-9a-f]{3,8}|rgba?\([\d\s.,%]+\)|[a-z]{3,20})$/i
const VOID = new Set(['img', 'br', 'hr', 'meta', 'input', 'link', 'col', 'area', 'source', 'wbr'])
const BREAKS = new Set(
  'p div td th tr table center h1 h2 h3 h4 h5 h6 ul ol li blockquote section body br hr img'.split(' '),
)
const HEADINGS: Record<string, number> = { h1: 28, h2: 23, h3: 19, h4: 16 }
const TOKEN = /<(\/?)([a-z][a-z0-9]*)\b((?:"[^"]*"|'[^']*'|[^>"'])*)>|([^<]+)|</gi

const NOWHERE = /<!doctype[^>]*>|<!--[\s\S]*?-->|<(head|style|script|title)\b[\s\S]*?<\/\1\s*>/gi

const attribute = (text: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(text)
  return found ? (found[1] ?? found[2] ?? found[3]) : undefined
}

const declared = (css: string, name: string): string | undefined =>
  new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]+)`, 'i')
    .exec(css)?.[1]
    ?.replace(/!important/i, '')
    .trim()

const colorIn = (value: string | undefined): string | undefined => {
  const color = value
    ?.trim()
    .split(/\s+(?![^(]*\))/)
    .find((part) => COLOR.test(part) && part !== 'none')
  return color && !/^(transparent|inherit|initial)$/i.test(color) ? color : undefined
}

const pixels = (value: string | undefined): number | undefined => {
  const number = Number.parseFloat(value ?? '')
  return Number.isFinite(number) && !value?.includes('%') ? number : undefined
}

const alignOf = (value: string | undefined): Align | undefined =>
  value === 'center' || value === 'right' || value === 'left' ? value : undefined

const ENTITIES: Record<string, string> = {
  nbsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  zwnj: '',
  shy: '',
}

const plain = (text: string): string =>
  text
    .replace(/\{%[\s\S]*?%\}/g, '')
    .replace(/\{\{([\s\S]*?)\}\}/g, (_tag, inner: string) => {
      const otherwise = /default:\s*(?:'([^']*)'|"([^"]*)")/.exec(inner)
      return otherwise ? (otherwise[1] ?? otherwise[2] ?? '') : (inner.split('|')[0]?.trim().split('.').pop() ?? '')
    })
    .replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (_all, decimal, hex, name) =>
      name
        ? (ENTITIES[name.toLowerCase()] ?? '')
        : String.fromCodePoint(Math.min(0x10ffff, decimal ? Number(decimal) : Number.parseInt(hex, 16))),
    )

const inner = (outer: Style, tag: string, attributes: string): Style => {
  const css = attribute(attributes, 'style') ?? ''
  const fill = colorIn(
    declared(css, 'background-color') ?? declared(css, 'background') ?? attribute(attributes, 'bgcolor'),
  )
  const isButton =
    (tag === 'a' || tag === 'button') &&
    (fill !== undefined || /padding/i.test(css)) &&
    /padding|inline-block/i.test(css)
  const weight = declared(css, 'font-weight')
  const isHidden = outer.isHidden || /display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all/i.test(css)
  return {
    tag,
    color: colorIn(declared(css, 'color') ?? attribute(attributes, 'color')) ?? outer.color,
    size: Math.min(60, Math.max(6, pixels(declared(css, 'font-size')) ?? HEADINGS[tag] ?? outer.size)),
    isBold: weight ? /bold|[6-9]00/.test(weight) : outer.isBold || tag === 'b' || tag === 'strong' || tag in HEADINGS,
    align:
      alignOf(declared(css, 'text-align') ?? (tag === 'table' ? undefined : attribute(attributes, 'align'))) ??
      (tag === 'center' ? 'center' : outer.align),
    background: isButton ? outer.background : (fill ?? outer.background),
    isHidden,
    button: isButton ? (fill ?? outer.background ?? '#5a55db') : outer.button,
  }
}

const START: Style = {
  tag: '',
  color: '#26262e',
  size: 15,
  isBold: false,
  align: 'left',
  background: undefined,
  isHidden: false,
  button: undefined,
}

/** Gathers words until something else begins. */
class Blocks {
  readonly all: PictureBlock[] = []
  private words = ''
  private style: Style = START

  say(text: string, style: Style) {
    if (style.isHidden || !text.trim()) {
      if (this.words && /\s/.test(text)) this.words += ' '
      return
    }
    if (this.words && style.button !== this.style.button) this.end()
    if (!this.words) this.style = style
    this.words += text
  }

  end() {
    const text = this.words
      .replace(/[\s\u200b-\u200f\u00ad]+/g, ' ')
      .trim()
      .slice(0, LONGEST)
    this.words = ''
    const { background, align, size, color, isBold, button } = this.style
    if (text && button)
      this.all.push({ kind: 'button', text: text.slice(0, 60), fill: button, color, background, align })
    else if (text) this.all.push({ kind: 'text', text, size, color, isBold, background, align })
  }
}

/** Reads of a mail's HTML what a small picture of it shows: words, buttons, images and lines, in their colours. */
export const readBlocks = (html: string): MailPicture => {
  const blocks = new Blocks()
  const open: Style[] = [START]
  let page = '#ffffff'
  for (const [, closing, name = '', attributes = '', text] of html.replace(NOWHERE, '').matchAll(TOKEN)) {
    const style = open.at(-1) ?? START
    const tag = name.toLowerCase()
    if (BREAKS.has(tag)) blocks.end()
    if (blocks.all.length >= MOST_BLOCKS) break
    if (text !== undefined) blocks.say(plain(text), style)
    else if (closing) {
      const at = open.findLastIndex((one) => one.tag === tag)
      if (open[at]?.button && !open[at - 1]?.button) blocks.end()
      if (at > 0) open.length = at
    } else if (tag === 'img' && !style.isHidden) {
      const css = attribute(attributes, 'style') ?? ''
      const [width, height] = ['width', 'height'].map((side) =>
        pixels(declared(css, side) ?? attribute(attributes, side)),
      )
      const src = (attribute(attributes, 'src') ?? '').replaceAll('&amp;', '&')
      // Pixels that count who opens show nothing.
      if (src && (width ?? 9) > 3 && (height ?? 9) > 3)
        blocks.all.push({ kind: 'image', src, width, height, background: style.background, align: style.align })
    } else if (tag === 'hr' && !style.isHidden)
      blocks.all.push({ kind: 'line', color: '#dcdce2', background: style.background, align: style.align })
    else if (tag && !VOID.has(tag)) {
      const next = inner(style, tag, attributes)
      if (tag === 'body' && next.background) page = next.background
      open.push(next)
    }
  }
  blocks.end()
  return { background: page, blocks: blocks.all }
}
