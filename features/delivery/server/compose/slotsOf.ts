import { withUtms } from '@millrace/accounts/contract'
import type { MailData, MailSlots } from '@millrace/emails/server'
import type { House } from '@millrace/kit/server'
import { preferencesUrl, preferenceToken } from '@millrace/preferences/server'
import { clickToken, mailToken, viewToken } from '../tracking/token.ts'
import type { GoingMail } from './composeBatch.ts'
import type { LinkNames } from './linkNames.ts'
import { isOfReader, utmsOfReader } from './mailUtms.ts'
import { subscriberOf } from './subscriberOf.ts'

/** Where a mail's links lead to first, and out of the list. */
type Own = { wayOut: string; base: string }

const linkOf = (
  { send, template }: GoingMail,
  names: LinkNames,
  { keys }: House,
  base: string,
  data: MailData,
  token: string,
) => {
  const { ids, utmId } = names
  const asked = send.properties?.utm
  const own = asked || isOfReader(names.utms) ? utmsOfReader({ ...names.utms, ...asked }, data) : undefined
  return (index: number, url: string) => {
    const link = template?.links[index]
    const linkId = ids.get(link?.url ?? '') ?? 0
    // An address that differs between readers travels inside its token; the list holds how it is written.
    const isOwn = !link || link.isDynamic || !linkId || own
    const target = own ? { linkId, url: withUtms(url, own) } : { linkId, utmId, ...(isOwn && { url }) }
    return `${base}/t/c/${clickToken(keys, token, target)}`
  }
}

/** The link that no reader sees. */
const TRAP = { linkId: 0 }

/** The addresses that one mail holds. */
export const slotsOf = (
  mail: GoingMail,
  names: LinkNames,
  house: House,
  { wayOut, base }: Own,
  data: MailData,
): MailSlots & { preferencesUrl: string } => {
  const { keys, publicUrl } = house
  const { send } = mail
  const token = send.reasonKind === 'test' ? undefined : mailToken(keys, send)
  let preferences: string | undefined
  return {
    unsubscribeUrl: wayOut,
    // Few mails show these, and signing them costs.
    get preferencesUrl() {
      preferences ??= preferencesUrl(publicUrl, preferenceToken({ keys }, subscriberOf(mail)))
      return preferences
    },
    get viewInBrowserUrl() {
      return `${publicUrl}/e/${viewToken(keys, send)}`
    },
    ...(token && {
      pixelUrl: `${base}/t/o/${token}.gif`,
      trapUrl: `${base}/t/c/${clickToken(keys, token, TRAP)}`,
      link: linkOf(mail, names, house, base, data, token),
    }),
  }
}
