import type { RenderedMail } from '@millrace/emails/server'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as it may stand in HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)

const beforeEnd = (html: string, piece: string): string => {
  const end = html.toLowerCase().lastIndexOf('</body>')
  return end < 0 ? html + piece : html.slice(0, end) + piece + html.slice(end)
}

type Footer = { sender: string; mailingAddress: string; unsubscribeUrl: string }

const STYLE =
  'margin:24px auto;padding:0 16px;max-width:600px;font:12px/1.6 arial,helvetica,sans-serif;color:#6b6b76;text-align:center'

/** Adds to marketing mail what the law asks for, where its author has not: who writes, from where, and a way out. */
export const withFooter = <M extends Pick<RenderedMail, 'html' | 'text'>>(mail: M, footer: Footer): M => {
  const who = [footer.sender, footer.mailingAddress].filter(Boolean).join(', ')
  const link = `<a href="${escapeHtml(footer.unsubscribeUrl)}" style="color:#6b6b76">Unsubscribe</a>`
  const line = `${escapeHtml(who)}${who ? '<br>' : ''}${link}`
  return {
    ...mail,
    html: mail.html && beforeEnd(mail.html, `<div style="${STYLE}">${line}</div>`),
    text: `${mail.text.trimEnd()}\n\n--\n${who ? `${who}\n` : ''}Unsubscribe: ${footer.unsubscribeUrl}\n`,
  }
}
