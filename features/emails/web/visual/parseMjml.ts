/** Tags that HTML puts elsewhere or leaves out where they do not stand in a table of their own, as those of `mj-table` do. */
const TABLE_TAGS = ['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption', 'colgroup', 'col']
const MARK = 'x-kept-'

const TABLE_TAG = new RegExp(`<(/?)(${TABLE_TAGS.join('|')})(?=[\\s/>])`, 'gi')
// A tag that ends itself, quotes minded: an address may hold "/>".
const SELF_CLOSED = /<((?:mj-|mjml)[\w-]*|col)((?:[^"'<>]|"[^"]*"|'[^']*')*?)\/>/gi

const count = (text: string, tag: string) => [
  text.match(new RegExp(`<${tag}[\\s/>]`, 'gi'))?.length ?? 0,
  text.match(new RegExp(`</${tag}\\s*>`, 'gi'))?.length ?? 0,
]

// Rows and cells that are not closed are better left to the browser, which knows where they end.
const isClosed = (text: string) =>
  ['table', 'tr', 'td', 'th'].every((tag) => {
    const [opened, closed] = count(text, tag)
    return opened === closed
  })

const renamed = (element: Element, name: string): Element => {
  const other = element.ownerDocument.createElement(name)
  for (const { name: attribute, value } of element.attributes) other.setAttribute(attribute, value)
  other.append(...element.childNodes)
  element.replaceWith(other)
  return other
}

/** MJML as text that HTML parsers understand as it was meant: closed tags, and tables that they do not take apart. */
export const readableMjml = (mjml: string): string => {
  const closed = mjml.replace(SELF_CLOSED, '<$1$2></$1>')
  return isClosed(closed) ? closed.replace(TABLE_TAG, `<$1${MARK}$2`) : closed
}

/** The elements of MJML, or of words that were written in it; the whole document where one is asked for. */
export const parseMjml = (input: string, options?: { asDocument?: boolean | undefined }): HTMLElement => {
  const page = new DOMParser().parseFromString(readableMjml(input), 'text/html')
  const { head, body } = page
  for (const tag of TABLE_TAGS) {
    for (const element of [...body.querySelectorAll(MARK + tag)]) renamed(element, tag)
  }
  // The editor takes either, by what it asked for.
  if (options?.asDocument) return page as unknown as HTMLElement
  body.prepend(...head.children)
  return body
}
