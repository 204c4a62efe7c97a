import type { FilledMail } from '@millrace/emails/server'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as it may stand in HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)

const END = '</body>'

/** Pieces with one more place: where the body ends. Kept, so that what is made of the pieces can be kept too. */
type Opened = { pieces: readonly string[]; place: number }
const opened = new WeakMap<readonly string[], Opened>()

const openedAt = (pieces: readonly string[], index: number, end: number): Opened => {
  const piece = pieces[index] ?? ''
  return {
    pieces: [...pieces.slice(0, index), piece.slice(0, end), piece.slice(end), ...pieces.slice(index + 1)],
    place: index,
  }
}

const bodyOpened = (pieces: readonly string[]): Opened => {
  const known = opened.get(pieces)
  if (known) return known
  const index = pieces.findLastIndex((piece) => piece.toLowerCase().includes(END))
  const made =
    index < 0
      ? { pieces: [...pieces, ''], place: pieces.length - 1 }
      : openedAt(pieces, index, pieces[index]?.toLowerCase().lastIndexOf(END) ?? 0)
  opened.set(pieces, made)
  return made
}

const ended = new WeakMap<readonly string[], readonly string[]>()

const endOpened = (pieces: readonly string[]): readonly string[] => {
  const known = ended.get(pieces)
  if (known) return known
  const made = [...pieces.slice(0, -1), pieces.at(-1)?.trimEnd() ?? '', '']
  ended.set(pieces, made)
  return made
}

type Footer = { sender: string; mailingAddress: string; unsubscribeUrl: string }

const STYLE =
  'margin:24px auto;padding:0 16px;max-width:600px;font:12px/1.6 arial,helvetica,sans-serif;color:#6b6b76;text-align:center'

/** Adds to marketing mail what the law asks for, where its author has not: who writes, from where, and a way out. */
export const withFooter = <M extends Pick<FilledMail, 'html' | 'text'>>(mail: M, footer: Footer): M => {
  const who = [footer.sender, footer.mailingAddress].filter(Boolean).join(', ')
  const link = `<a href="${escapeHtml(footer.unsubscribeUrl)}" style="color:#6b6b76">Unsubscribe</a>`
  const line = `<div style="${STYLE}">${escapeHtml(who)}${who ? '<br>' : ''}${link}</div>`
  const { pieces, place } = bodyOpened(mail.html.pieces)
  const words = `\n\n--\n${who ? `${who}\n` : ''}Unsubscribe: ${footer.unsubscribeUrl}\n`
  return {
    ...mail,
    html: { pieces, values: mail.html.values.toSpliced(place, 0, line) },
    text: { pieces: endOpened(mail.text.pieces), values: [...mail.text.values, words] },
  }
}
