import type { Settings } from '@millrace/kit/server'
import type { SesAccess } from './ses/sesProvider.ts'

/** How SendGrid is reached, and the key that its events are signed with. */
export type SendGridAccess = { apiKey: string; webhookKey?: string | undefined }

/** SES as it is reached, and the topic that its events come by. */
export type SesAccount = SesAccess & { topic?: string | undefined }

/** What the installation has at its providers; absent where it uses one not. */
export type InstallationAccess = { ses?: SesAccount; sendgrid?: SendGridAccess }

/** The providers of the settings, with their credentials. */
export const accessOf = (settings: Settings): InstallationAccess => {
  const { MAIL_PROVIDERS, SES_REGION, SES_ACCESS_KEY, SES_SECRET_KEY, SENDGRID_API_KEY } = settings
  const access: InstallationAccess = {}
  if (MAIL_PROVIDERS.includes('ses') && SES_REGION && SES_ACCESS_KEY && SES_SECRET_KEY) {
    access.ses = {
      region: SES_REGION,
      accessKey: SES_ACCESS_KEY,
      secretKey: SES_SECRET_KEY,
      configurationSet: settings.SES_CONFIGURATION_SET,
      endpoint: settings.SES_ENDPOINT,
      topic: settings.SES_TOPIC,
    }
  }
  if (MAIL_PROVIDERS.includes('sendgrid') && SENDGRID_API_KEY) {
    access.sendgrid = { apiKey: SENDGRID_API_KEY, webhookKey: settings.SENDGRID_WEBHOOK_KEY }
  }
  return access
}
