type Asked = { sender: string; category: string | null; link: string }

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const safe = (text: string) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)

const BUTTON =
  'display:inline-block;padding:12px 22px;border-radius:8px;background:#5a55db;color:#ffffff;font-weight:600;text-decoration:none'
const CARD = 'max-width:520px;margin:0 auto;padding:32px;border:1px solid #e6e6ec;border-radius:12px;background:#ffffff'
const PAGE = 'margin:0;padding:32px 16px;background:#f6f6f9;font:15px/1.6 arial,helvetica,sans-serif;color:#1c1c28'

/** The mail that asks somebody to confirm a subscription. */
export const optInMail = ({ sender, category, link }: Asked): { subject: string; text: string; html: string } => {
  const subject = category ? `Please confirm: ${category}` : 'Please confirm your subscription'
  const what = category ? `“${category}” from ${sender}` : `email from ${sender}`
  const ignore = 'If this was not you, ignore this email; you will not be subscribed.'
  const text = `Please confirm that you would like to get ${what}:
${link}

${ignore}
`
  const html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${safe(subject)}</title></head><body style="${PAGE}"><div style="${CARD}"><h1 style="margin:0 0 12px;font-size:20px;line-height:1.3">One more step</h1><p style="margin:0 0 20px">Please confirm that you would like to get ${safe(what)}.</p><p style="margin:0 0 20px"><a href="${safe(link)}" style="${BUTTON}">Confirm my subscription</a></p><p style="margin:0;color:#6b6b76;font-size:13px">${ignore}</p></div></body></html>`
  return { subject, text, html }
}
