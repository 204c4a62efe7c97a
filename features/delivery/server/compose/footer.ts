import type { RenderedMail } from '../ports.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as it may stand in HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)

/** Puts a piece of HTML before the end of a document's body. */
export const beforeEnd = (html: string, piece: string): string => {
  const end = html.toLowerCase().lastIndexOf('</body>')
  return end < 0 ? html + piece : html.slice(0, end) + piece + html.slice(end)
}

type Footer = { sender: string; mailingAddress: string; unsubscribeUrl: string; preferencesUrl: string }

const holds = (text: string, { unsubscribeUrl, preferencesUrl }: Footer) =>
  text.includes(unsubscribeUrl) || text.includes(preferencesUrl) || text.includes(escapeHtml(preferencesUrl))

/** Adds to marketing mail what the law asks for, where its author has not: who writes, from where, and a way out. */
export const withFooter = (mail: RenderedMail, footer: Footer): RenderedMail => {
  const who = [footer.sender, footer.mailingAddress].filter(Boolean).join(', ')
  const html =
    mail.html && !holds(mail.html, footer)
      ? beforeEnd(
          mail.html,
          `<div style="margin:24px auto;padding:0 16px;max-width:600px;font:12px/1.6 sans-serif;color:#6b6b76;text-align:center">${escapeHtml(who)}${who ? '<br>' : ''}<a href="${escapeHtml(footer.unsubscribeUrl)}" style="color:#6b6b76">Unsubscribe</a></div>`,
        )
      : mail.html
  const text = holds(mail.text, footer)
    ? mail.text
    : `${mail.text.trimEnd()}\n\n--\n${who ? `${who}\n` : ''}Unsubscribe: ${footer.unsubscribeUrl}\n`
  return { ...mail, html, text }
}
