import { type Provider, type ProviderMail, tagOf } from './provider.ts'
import { addressMark } from './recipients.ts'
import { relayProvider } from './relay.ts'

/** The name under which events of SendGrid say which mail they are about. */
export const SENDGRID_ARGUMENT = 'millrace'
/** The name under which they say whose mail it is, where others get copies. */
export const SENDGRID_TO_ARGUMENT = 'millrace_to'

const OFF = { settings: { enable: 0 } }

/**
 * What SendGrid is told beside a mail: which one it is, and to leave it as it is. Its own tracking would change what was
 * signed and count what is counted here.
 */
export const smtpApiField = ({
  messageId,
  to,
  copies = [],
}: Pick<ProviderMail, 'messageId' | 'to' | 'copies'>): string => {
  const told = {
    unique_args: {
      [SENDGRID_ARGUMENT]: tagOf(messageId),
      ...(copies.length && { [SENDGRID_TO_ARGUMENT]: addressMark(to) }),
    },
    filters: { clicktrack: OFF, opentrack: OFF, subscriptiontrack: OFF, ganalytics: OFF, footer: OFF },
  }
  return `X-SMTPAPI: ${JSON.stringify(told).replaceAll(',"', ',\r\n "')}\r\n`
}

/** The server of SendGrid with what it is signed in to by. */
export const sendGridAddress = (address: string, apiKey: string): string => {
  const url = new URL(address)
  url.username = 'apikey'
  url.password = encodeURIComponent(apiKey)
  return url.href
}

/** SendGrid as provider: by SMTP, so that mails and what is known of their fate are the same as with any relay. */
export const sendGridProvider = (address: string, apiKey: string, now: () => Date): Provider => {
  const relay = relayProvider(sendGridAddress(address, apiKey), now, 'sendgrid')
  return {
    ...relay,
    name: 'SendGrid',
    send: (mail) => relay.send({ ...mail, source: [smtpApiField(mail), ...mail.source] }),
  }
}
