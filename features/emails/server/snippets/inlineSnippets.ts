import type { Tx } from '@millrace/kit/server'
import { htmlToText } from 'html-to-text'
import { refOf, SNIPPET_PLACE, snippetRefsOf } from './snippetRefs.ts'

/** What is put in where a snippet is shown. */
export type SnippetText = { id: number; key: string; type: 'HTML' | 'text'; content: string; html: string }

/** Snippets show snippets this many times in each other. */
const DEEPEST = 5
/** A mail does not grow beyond this many signs by its snippets. */
const LONGEST = 2 << 20

/** Snippets by key and by `#id`. */
export type SnippetsByRef = ReadonlyMap<string, SnippetText>

const asPlain = ({ type, content }: SnippetText) =>
  type === 'text' ? content : htmlToText(content, { wordwrap: false }).replace(/\s+/g, ' ').trim()

/** A text with its snippets in their places; what is not there shows nothing, and so does what shows itself. */
export const inlineSnippets = (text: string, snippets: SnippetsByRef, forHtml: boolean): string => {
  let length = text.length
  const inline = (outer: string, depth: number): string =>
    outer.replace(SNIPPET_PLACE, (...place: string[]) => {
      const snippet = snippets.get(refOf(place))
      if (!snippet || depth >= DEEPEST) return ''
      const own = forHtml ? snippet.html : asPlain(snippet)
      length += own.length
      return length > LONGEST ? '' : inline(own, depth + 1)
    })
  return text.includes('snippets') ? inline(text, 0) : text
}

const COLUMNS = 's.id, s.key, s.type, s.content, s.html'

/** The snippets that these refs reach, also through each other; archived ones too, because mails show them still. */
export const snippetsFor = async (tx: Tx, accountId: number, refs: readonly string[]): Promise<SnippetsByRef> => {
  const found = new Map<string, SnippetText>()
  let wanted = [...refs]
  for (let depth = 0; depth < DEEPEST && wanted.length; depth++) {
    // Snippets by key or id.
    const rows = await tx.rows<SnippetText>(
      `select ${COLUMNS} from snippets s where s.account_id = $1 and (s.key = any($2) or '#' || s.id = any($2))`,
      [accountId, wanted],
      'snippets-by-ref',
    )
    for (const row of rows) found.set(row.key, row).set(`#${row.id}`, row)
    const next = snippetRefsOf(...rows.flatMap(({ html, content }) => [html, content]))
    wanted = next.filter((ref) => !found.has(ref))
  }
  return found
}

/** When the account's snippets changed last: what was made ready with older ones is made anew. */
export const snippetsStamp = async (tx: Tx, accountId: number): Promise<string> => {
  // Which snippets there are and in which transaction each was written last.
  const row = await tx.one<{ stamp: string }>(
    `select coalesce(md5(string_agg(s.id || ':' || s.xmin::text, ',' order by s.id)), '') as stamp
     from snippets s where s.account_id = $1`,
    [accountId],
    'snippets-stamp',
  )
  return row?.stamp ?? ''
}

type Texts = { subject: string; preheader: string; fromName: string; replyName: string; html: string }
const LINES = ['subject', 'preheader', 'fromName', 'replyName'] as const

/** True where one of an email's texts shows a snippet. */
export const showsSnippets = (version: Texts): boolean =>
  snippetRefsOf(version.html, ...LINES.map((line) => version[line])).length > 0

/** A version of an email with its snippets in their places. */
export const withSnippets = async <V extends Texts>(tx: Tx, accountId: number, version: V): Promise<V> => {
  const refs = snippetRefsOf(version.html, ...LINES.map((line) => version[line]))
  if (!refs.length) return version
  const snippets = await snippetsFor(tx, accountId, refs)
  const whole = { ...version, html: inlineSnippets(version.html, snippets, true) }
  for (const line of LINES) whole[line] = inlineSnippets(version[line], snippets, false)
  return whole
}

/** The HTML of one snippet with those that it shows, Liquid left in; empty where it is not there. */
export const renderSnippet = async (tx: Tx, accountId: number, id: number): Promise<string> =>
  inlineSnippets(`{{ snippets[${id}] }}`, await snippetsFor(tx, accountId, [`#${id}`]), true)
