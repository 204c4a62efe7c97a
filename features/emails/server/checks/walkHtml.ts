/** An element of a mail with what it inherits. */
export type Element = {
  name: string
  attributes: Record<string, string>
  /** Colours that are seen here, as they are written. */
  color: string | undefined
  background: string | undefined
  fontSize: number
  isBold: boolean
  /** Text of its own, without that of elements in it. */
  text: string
}

const VOID = new Set(['img', 'br', 'hr', 'meta', 'link', 'input', 'col', 'area', 'base', 'source', 'wbr'])
const HIDDEN = /<!--[\s\S]*?-->|<(style|script|title|head)\b[\s\S]*?<\/\1\s*>/gi
const PART = /<(\/?)([a-z][\w:-]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>|([^<]+)/gi
const ATTRIBUTE = /([\w:-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

const attributesOf = (source: string) => {
  const attributes: Record<string, string> = {}
  for (const [, name = '', double, single, bare] of source.matchAll(ATTRIBUTE)) {
    attributes[name.toLowerCase()] = double ?? single ?? bare ?? ''
  }
  return attributes
}

const styleOf = (style = ''): Map<string, string> =>
  new Map(
    style
      .split(';')
      .map((rule) => rule.split(/:(.*)/s))
      .map(([name = '', value = '']) => [name.trim().toLowerCase(), value.replace(/!important/i, '').trim()]),
  )

const HEADING_SIZES: Record<string, number> = { h1: 32, h2: 24, h3: 18.7, h4: 16, h5: 13.3, h6: 10.7 }

const colorIn = (value: string | undefined) => /#[\da-f]{3,8}\b|rgba?\([^)]*\)|\b[a-z]+\b/i.exec(value ?? '')?.[0]

const elementOf = (name: string, source: string, outer: Element | undefined): Element => {
  const attributes = attributesOf(source)
  const style = styleOf(attributes.style)
  const size = Number.parseFloat(style.get('font-size') ?? '')
  const weight = style.get('font-weight')
  const background =
    colorIn(style.get('background-color') ?? style.get('background')) ?? (attributes.bgcolor || undefined)
  const hasImage =
    /url\(/i.test(style.get('background') ?? style.get('background-image') ?? '') || attributes.background
  return {
    name,
    attributes,
    color: style.get('color') ?? (attributes.color || outer?.color),
    // What lies on a picture is not measured.
    background: hasImage ? undefined : (background ?? outer?.background),
    fontSize: Number.isFinite(size) ? size : (HEADING_SIZES[name] ?? outer?.fontSize ?? 16),
    isBold: weight ? /bold|[6-9]00/.test(weight) : /^(?:b|strong|h[1-6]|th)$/.test(name) || (outer?.isBold ?? false),
    text: '',
  }
}

const SHEET = /<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi

/** The style sheets that stand in a mail's HTML, without what is meant for Outlook on Windows alone. */
export const sheetsIn = (html: string): string[] =>
  [...html.replace(/<!--[\s\S]*?-->/g, '').matchAll(SHEET)].map(([, css = '']) => css)

/** The elements of a mail's HTML that readers see, in their order. Styles count where they stand in the elements. */
export const walkHtml = (html: string): Element[] => {
  const elements: Element[] = []
  const open: Element[] = []
  for (const [, slash, tag, source = '', text] of html.replace(HIDDEN, '').matchAll(PART)) {
    const name = tag?.toLowerCase() ?? ''
    if (text !== undefined) {
      const holder = open.at(-1)
      if (holder) holder.text += text
    } else if (slash) {
      const at = open.map((element) => element.name).lastIndexOf(name)
      if (at >= 0) open.length = at
    } else {
      const element = elementOf(name, source, open.at(-1))
      elements.push(element)
      if (!VOID.has(name) && !source.endsWith('/')) open.push(element)
    }
  }
  return elements
}
