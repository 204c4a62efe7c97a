import type { House } from '@millrace/kit/server'
import { preferenceToken } from '@millrace/preferences/server'
import type { Header } from '../mime/headers.ts'
import type { GoingMail } from './composeBatch.ts'

/**
 * Fields that say what kind of mail this is. Marketing mail carries the one-click way out (RFC 2369, RFC 8058); an
 * address to write to is named only where mail to it comes back here.
 */
export const listHeaders = (
  { send, isTransactional }: GoingMail,
  house: House,
  wayOut: string,
  takesMail: boolean,
): Header[] => {
  if (send.reasonKind === 'system') return [['Auto-Submitted', 'auto-generated']]
  const { accountId, personId, emailId, flowId, reasonKind } = send
  const feedback: Header = ['Feedback-ID', `${flowId || reasonKind}:${emailId}:${accountId}:millrace`]
  if (isTransactional) return [feedback]
  const address = () =>
    `u.${preferenceToken(house, { accountId, personId, send })}@${new URL(house.publicUrl).hostname}`
  const post = takesMail ? `,\r\n <mailto:${address()}?subject=unsubscribe>` : ''
  return [
    ['List-Unsubscribe', `<${wayOut}>${post}`],
    ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
    feedback,
    ['Precedence', 'bulk'],
  ]
}
