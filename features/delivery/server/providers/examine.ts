import type { House, Settings } from '@millrace/kit/server'
import { hookUrlOf } from '../hooks/address.ts'
import { openConnection } from '../smtp/connection.ts'
import { relayFrom } from '../smtp/relay.ts'
import { accessOf, type SesAccount } from './ofInstallation.ts'
import { sendGridAddress } from './sendGrid.ts'
import { askSesQuota } from './ses/sesProvider.ts'

const number = new Intl.NumberFormat('en-US')

const examineSes = async (access: SesAccount): Promise<string> => {
  const name = `SES ${access.region}`
  const { isSandbox, isEnabled, perSecond, perDay, sentToday } = await askSesQuota(access)
  if (!isEnabled) throw new Error(`${name} has switched off sending for this account`)
  if (isSandbox) throw new Error(`${name} is in its sandbox: it sends to verified addresses only, until AWS lifts that`)
  return `${name} takes ${number.format(perSecond)} mails a second and ${number.format(perDay)} a day (${number.format(sentToday)} of them used)`
}

const examineSendGrid = async (address: string, apiKey: string, webhookKey: string | undefined): Promise<string> => {
  const connection = await openConnection(relayFrom(sendGridAddress(address, apiKey)))
  connection.quit()
  return `SendGrid lets us in${webhookKey ? '' : '; without SENDGRID_WEBHOOK_KEY its events are refused'}`
}

/** Asks the providers of the settings whether they would take mail; throws where one would not. */
export const examineProviders = async (settings: Settings): Promise<string> => {
  const { ses, sendgrid } = accessOf(settings)
  const told = [
    ...(ses ? [await examineSes(ses)] : []),
    ...(sendgrid ? [await examineSendGrid(settings.SENDGRID_SMTP_URL, sendgrid.apiKey, sendgrid.webhookKey)] : []),
  ]
  const first = `${settings.MAIL_PROVIDERS[0]} first`
  return told.length ? `${first}; ${told.join('; ')}` : 'only that of SMTP_URL, or the built-in mailbox'
}

/** Where the providers of the settings are to send their events. */
export const providerHooks = (settings: Settings, house: Pick<House, 'keys' | 'publicUrl'>): string[] => {
  const { ses, sendgrid } = accessOf(settings)
  return [
    ...(ses ? [hookUrlOf(house, { accountId: 0, kind: 'ses' })] : []),
    ...(sendgrid ? [hookUrlOf(house, { accountId: 0, kind: 'sendgrid' })] : []),
  ]
}
