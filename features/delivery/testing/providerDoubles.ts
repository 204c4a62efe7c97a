import { type Receiver, startReceiver } from './receiver.ts'
import { type SesDouble, startSesDouble } from './sesDouble.ts'

/** Stand-ins for SES and SendGrid on loopback, and the settings by which mail finds them. */
export type ProviderDoubles = {
  ses: SesDouble
  sendGrid: Receiver
  settings: Record<string, string>
  close(): Promise<void>
}

/** Starts the stand-ins for providers. */
export const startProviderDoubles = async (): Promise<ProviderDoubles> => {
  const ses = await startSesDouble()
  const sendGrid = await startReceiver({ offers: ['PIPELINING', 'AUTH PLAIN'] })
  const settings = {
    SES_REGION: 'eu-west-1',
    SES_ACCESS_KEY: 'AKIDEXAMPLE',
    SES_SECRET_KEY: 'secret',
    SES_ENDPOINT: ses.url,
    SENDGRID_API_KEY: 'SG.key',
    SENDGRID_SMTP_URL: sendGrid.url,
  }
  const close = async () => void (await Promise.all([ses.close(), sendGrid.close()]))
  return { ses, sendGrid, settings, close }
}
