import { blocksOf, type Design, type DesignBlock, isDesign } from '../../contract/design.ts'
import type { EmailContent } from '../../contract/email.ts'
import { changedWords, type Piece } from './words.ts'

/** A line of an email, or a block of its design, that is not as it was. */
export type VersionChange = {
  key: string
  title: string
  kind: 'added' | 'removed' | 'changed' | 'moved'
  /** Words; empty where only settings changed. */
  words: Piece[]
}

type Compared = Pick<
  EmailContent,
  'subject' | 'preheader' | 'fromName' | 'fromEmail' | 'replyName' | 'replyEmail' | 'cc' | 'bcc' | 'editor'
> & { html: string }

const LINES = [
  ['subject', 'Subject'],
  ['preheader', 'Preview text'],
  ['fromName', 'From name'],
  ['fromEmail', 'From address'],
  ['replyName', 'Reply name'],
  ['replyEmail', 'Reply address'],
  ['cc', 'Cc'],
  ['bcc', 'Bcc'],
] as const

/** The words of a piece of HTML, a line for each paragraph. */
export const wordsOf = (html: string): string =>
  html
    .replace(/<(style|script|title|head)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<\/(?:p|div|h[1-6]|li|tr|td|table)>|<br[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;|&#34;/g, '"')
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim()

const SHOWN = ['text', 'html', 'altText'] as const

const textOf = ({ values }: DesignBlock) =>
  SHOWN.map((key) => values[key])
    .filter((text) => typeof text === 'string')
    .map((text) => wordsOf(text))
    .join('\n')

const titleOf = ({ type, slug }: DesignBlock) => {
  const name = type === 'custom' && slug ? slug.replace(/^millrace-/, '') : type
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} block`
}

const settingsOf = ({ values }: DesignBlock) => JSON.stringify({ ...values, _meta: undefined })

const byId = (design: Design) => new Map(blocksOf(design).map((block, index) => [block.id ?? `at ${index}`, block]))

const changesOfDesign = (before: Design, after: Design): VersionChange[] => {
  const [old, now] = [byId(before), byId(after)]
  const changes: VersionChange[] = []
  for (const [id, block] of now) {
    const was = old.get(id)
    if (!was) changes.push({ key: id, title: titleOf(block), kind: 'added', words: changedWords('', textOf(block)) })
    else if (settingsOf(was) !== settingsOf(block)) {
      const [from, to] = [textOf(was), textOf(block)]
      changes.push({
        key: id,
        title: titleOf(block),
        kind: 'changed',
        words: from === to ? [] : changedWords(from, to),
      })
    }
  }
  for (const [id, block] of old) {
    if (!now.has(id))
      changes.push({ key: id, title: titleOf(block), kind: 'removed', words: changedWords(textOf(block), '') })
  }
  const kept = [...now.keys()].filter((id) => old.has(id))
  const order = [...old.keys()].filter((id) => now.has(id))
  if (kept.join() !== order.join()) changes.push({ key: 'order', title: 'Order of blocks', kind: 'moved', words: [] })
  return changes
}

/** What changed from one version of an email to another: lines, then blocks, or words where there are no blocks. */
export const compareVersions = (before: Compared, after: Compared): VersionChange[] => {
  const lines = LINES.filter(([key]) => before[key] !== after[key]).map(
    ([key, title]): VersionChange => ({ key, title, kind: 'changed', words: changedWords(before[key], after[key]) }),
  )
  const [from, to] = [before.editor.state as unknown, after.editor.state as unknown]
  if (before.editor.type === 'unlayer' && after.editor.type === 'unlayer' && isDesign(from) && isDesign(to)) {
    const blocks = changesOfDesign(from, to)
    if (blocks.length || JSON.stringify(from.body) === JSON.stringify(to.body)) return [...lines, ...blocks]
    return [...lines, { key: 'settings', title: 'Settings of rows or of the whole mail', kind: 'changed', words: [] }]
  }
  if (before.html === after.html) return lines
  const [old, now] = [wordsOf(before.html), wordsOf(after.html)]
  const words = old === now ? [] : changedWords(old, now)
  return [...lines, { key: 'body', title: words.length ? 'Text' : 'Look of the mail', kind: 'changed', words }]
}
