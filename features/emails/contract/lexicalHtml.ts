type LexicalNode = {
  type?: string
  text?: string
  format?: number | string
  style?: string
  tag?: string
  url?: string
  target?: string | null
  listType?: string
  value?: number
  children?: LexicalNode[]
}

const MARKS: [number, string][] = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
]
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeText = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
const TAG = /^(h[1-6]|p|blockquote|ul|ol|li)$/

const inline = (node: LexicalNode) => {
  let html = escapeText(node.text ?? '')
  if (node.style) html = `<span style="${escapeText(node.style)}">${html}</span>`
  for (const [bit, tag] of MARKS) if (Number(node.format) & bit) html = `<${tag}>${html}</${tag}>`
  return html
}

const styleOf = (node: LexicalNode) =>
  typeof node.format === 'string' && /^(left|right|center|justify|start|end)$/.test(node.format)
    ? ` style="margin:0;text-align:${node.format}"`
    : ' style="margin:0"'

const htmlOf = (node: LexicalNode): string => {
  const inner = () => (node.children ?? []).map(htmlOf).join('')
  switch (node.type) {
    case 'text':
      return inline(node)
    case 'linebreak':
      return '<br>'
    case 'tab':
      return '&#9;'
    case 'link':
    case 'autolink':
      return `<a href="${escapeText(node.url ?? '')}" target="${escapeText(node.target ?? '_blank')}">${inner()}</a>`
    case 'list':
      return node.listType === 'number' ? `<ol>${inner()}</ol>` : `<ul>${inner()}</ul>`
    case 'listitem':
      return `<li>${inner()}</li>`
    case 'quote':
      return `<blockquote${styleOf(node)}>${inner()}</blockquote>`
    case 'heading': {
      const tag = TAG.test(node.tag ?? '') ? node.tag : 'h2'
      return `<${tag}${styleOf(node)}>${inner()}</${tag}>`
    }
    case 'paragraph':
      return `<p${styleOf(node)}>${inner() || '<br>'}</p>`
    default:
      // A node that we do not know still shows its words.
      return node.children ? inner() : escapeText(node.text ?? '')
  }
}

/** HTML of the Lexical document that newer Unlayer designs keep in `textJson`; nothing where it cannot be read. */
export const lexicalHtml = (textJson: unknown): string => {
  let document: { root?: LexicalNode; __html?: string } | undefined
  try {
    document = typeof textJson === 'string' ? JSON.parse(textJson) : (textJson as typeof document)
  } catch {
    return ''
  }
  return document?.__html ?? (document?.root ? htmlOf(document.root) : '')
}
