import { escapeHtml } from '../compose/footer.ts'
import type { OwnContent } from '../ledger/row.ts'

type Asked = { accountName: string; email: string; link: string; days: number }

const BUTTON =
  'display:inline-block;padding:12px 22px;border-radius:8px;background:#5a55db;color:#ffffff;font-weight:600;text-decoration:none'
const CARD = 'max-width:520px;margin:0 auto;padding:32px;border:1px solid #e6e6ec;border-radius:12px;background:#ffffff'
const PAGE = 'margin:0;padding:32px 16px;background:#f6f6f9;font:15px/1.6 arial,helvetica,sans-serif;color:#1c1c28'

/** The mail that asks the owner of an address whether an account may write from it. */
export const verificationMail = ({ accountName, email, link, days }: Asked): OwnContent => {
  const who = accountName || 'An account'
  const subject = `Confirm ${email} as a sender address`
  const text = `${who} would like to send email from ${email}.

If that is right, open this link within ${days} days and confirm:
${link}

If you did not ask for this, ignore this email; nothing will be sent from your address.
`
  const html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(subject)}</title></head><body style="${PAGE}"><div style="${CARD}"><h1 style="margin:0 0 12px;font-size:20px;line-height:1.3">Confirm your sender address</h1><p style="margin:0 0 20px"><strong>${escapeHtml(who)}</strong> would like to send email from <strong>${escapeHtml(email)}</strong>.</p><p style="margin:0 0 20px"><a href="${escapeHtml(link)}" style="${BUTTON}">Confirm this address</a></p><p style="margin:0;color:#6b6b76;font-size:13px">The link works for ${days} days. If you did not ask for this, ignore this email; nothing will be sent from your address.</p></div></body></html>`
  return { subject, text, html }
}
