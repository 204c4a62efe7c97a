import type { House, Tx } from '@millrace/kit/server'
import { planContent, type SystemMail } from './planContent.ts'

const paragraphs = (text: string) => {
  const safe = text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign)
  return `<div style="font:15px/1.6 arial,helvetica,sans-serif;white-space:pre-wrap">${safe}</div>`
}

/** Sends mails of the installation itself: they leave if and only if the transaction commits. */
export const planSystemMails = (
  house: Pick<House, 'bell' | 'clock'>,
  tx: Tx,
  accountId: number,
  mails: readonly Omit<SystemMail, 'accountId'>[],
): Promise<void> =>
  planContent(
    house,
    tx,
    accountId,
    mails.map(({ to, subject, text, html = paragraphs(text) }) => ({
      kind: 'system',
      to,
      content: { subject, text, html },
    })),
  )
