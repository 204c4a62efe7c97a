/** What a mail of the installation says. */
export type Letter = { subject: string; lines: string[]; button: { label: string; url: string }; after: string[] }

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const paragraph = (text: string, style: string) =>
  `<p style="margin:0 0 16px;overflow-wrap:anywhere;${style}">${escaped(text)}</p>`

const html = ({ lines, button, after }: Letter) => `<!doctype html>
<html lang="en"><body style="margin:0;background:#f7f7f9;padding:32px 16px;font:15px/1.55 Inter,system-ui,-apple-system,'Segoe UI',sans-serif;color:#18181d">
<table role="presentation" align="center" width="100%" style="max-width:480px;margin:0 auto;background:#fff;border:1px solid #e6e6eb;border-radius:12px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font-weight:600">Millrace</p>
${lines.map((line) => paragraph(line, '')).join('\n')}
<p style="margin:24px 0"><a href="${escaped(button.url)}" style="display:inline-block;background:#5a55db;color:#fff;text-decoration:none;font-weight:500;padding:10px 18px;border-radius:8px">${escaped(button.label)}</a></p>
${after.map((line) => paragraph(line, 'color:#5c5c69;font-size:13px')).join('\n')}
</td></tr></table></body></html>`

const text = ({ lines, button, after }: Letter) => [...lines, `${button.label}: ${button.url}`, ...after].join('\n\n')

/** A letter as plain text and as HTML. */
export const written = (letter: Letter): { subject: string; text: string; html: string } => ({
  subject: letter.subject.replace(/[\r\n]+/g, ' '),
  text: text(letter),
  html: html(letter),
})
