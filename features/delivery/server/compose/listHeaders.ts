import type { House } from '@millrace/kit/server'
import { preferenceToken } from '@millrace/preferences/server'
import type { Header } from '../mime/headers.ts'
import type { GoingMail } from './composeBatch.ts'
import { subscriberOf } from './subscriberOf.ts'

/**
 * Fields that say what kind of mail this is. Marketing mail carries the one-click way out (RFC 2369, RFC 8058); an
 * address to write to is named only where mail to it comes back here.
 */
export const listHeaders = (mail: GoingMail, house: House, wayOut: string, takesMail: boolean): Header[] => {
  const { send, isTransactional } = mail
  if (send.reasonKind === 'system') return [['Auto-Submitted', 'auto-generated']]
  const { accountId, emailId, flowId, broadcastId, reasonKind } = send
  const campaign = broadcastId ? `b${broadcastId}` : flowId ? `f${flowId}` : reasonKind
  const feedback: Header = ['Feedback-ID', `${campaign}:${emailId}:${accountId}:millrace`]
  if (isTransactional) return [feedback]
  const { RETURN_HOST, INBOUND_PORT } = house.settings
  const host = takesMail ? new URL(house.publicUrl).hostname : INBOUND_PORT !== undefined && RETURN_HOST?.toLowerCase()
  const address = () => `u.${preferenceToken(house, subscriberOf(mail))}@${host}`
  const post = host ? `,\r\n <mailto:${address()}?subject=unsubscribe>` : ''
  return [
    ['List-Id', `<${accountId}.mail.${new URL(house.publicUrl).hostname}>`],
    ['List-Unsubscribe', `<${wayOut}>${post}`],
    ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
    feedback,
    // What one person's doing set off is no bulk mail.
    ...(reasonKind === 'broadcast' ? [['Precedence', 'bulk'] as Header] : []),
  ]
}
