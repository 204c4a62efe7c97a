import { keysFrom, readSettings } from '@millrace/kit/server'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startReceiver } from '../../testing/receiver.ts'
import { type SesDouble, startSesDouble } from '../../testing/sesDouble.ts'
import { readHookAddress } from '../hooks/address.ts'
import { examineProviders, providerHooks } from './examine.ts'

let double: SesDouble

beforeEach(async () => {
  double = await startSesDouble()
})
afterEach(() => double.close())

const ses = () => ({
  MAIL_PROVIDERS: 'ses,smtp',
  SES_REGION: 'eu-west-1',
  SES_ACCESS_KEY: 'AKIDEXAMPLE',
  SES_SECRET_KEY: 'secret',
  SES_ENDPOINT: double.url,
})

it('needs no words where there is a relay alone', async () => {
  expect(await examineProviders(readSettings({}))).toBe('only that of SMTP_URL, or the built-in mailbox')
})

it('tells what SES lets its account do', async () => {
  expect(await examineProviders(readSettings(ses()))).toBe(
    'ses first; SES eu-west-1 takes 14 mails a second and 50,000 a day (120 of them used)',
  )
})

it.each<[string, object, RegExp]>([
  ['in its sandbox', { ProductionAccessEnabled: false }, /sandbox/],
  ['switched off', { SendingEnabled: false }, /switched off/],
])('refuses an SES that is %s', async (_what, quota, words) => {
  double.quota = { ...double.quota, ...quota }
  await expect(examineProviders(readSettings(ses()))).rejects.toThrow(words)
})

it('signs in to SendGrid, and says where its events would be refused', async () => {
  const receiver = await startReceiver({ offers: ['AUTH PLAIN'] })
  const settings = {
    MAIL_PROVIDERS: 'sendgrid',
    SENDGRID_API_KEY: 'SG.key',
    SENDGRID_SMTP_URL: receiver.url,
  }
  expect(await examineProviders(readSettings(settings))).toMatch(
    /^sendgrid first; SendGrid lets us in; without SENDGRID_W/,
  )
  await receiver.close()
  await expect(examineProviders(readSettings(settings))).rejects.toThrow('ECONNREFUSED')
})

it('says where events are to be sent', () => {
  const keys = keysFrom('a secret that is long enough and known to everybody')
  const [url = '', ...more] = providerHooks(readSettings(ses()), { keys, publicUrl: 'https://mail.example' })
  expect(more).toEqual([])
  const [, name = '', token = ''] = /^https:\/\/mail\.example\/v1\/hooks\/mail\/([^/]+)\/(.+)$/.exec(url) ?? []
  expect(readHookAddress({ keys }, name, token)).toEqual({ accountId: 0, kind: 'ses' })
  expect(readHookAddress({ keys: keysFrom('another secret that is long enough') }, name, token)).toBeUndefined()
  expect(providerHooks(readSettings({}), { keys, publicUrl: '' })).toEqual([])
})

it.each([
  [{ MAIL_PROVIDERS: 'ses', SES_REGION: 'eu-west-1' }, /SES_ACCESS_KEY: MAIL_PROVIDERS names ses(.|\n)*SES_SECRET_KEY/],
  [{ MAIL_PROVIDERS: 'smtp,sendgrid' }, /SENDGRID_API_KEY: MAIL_PROVIDERS names sendgrid, which needs it/],
  [{ MAIL_PROVIDERS: 'smtp,pigeon' }, /MAIL_PROVIDERS: must name smtp, ses or sendgrid/],
  [{ MAIL_PROVIDERS: 'smtp,smtp' }, /MAIL_PROVIDERS: must name each once/],
  [{ SES_REGION: 'evil.example/' }, /SES_REGION: must be a region/],
])('settings %j are refused at the start', (settings, words) => {
  expect(() => readSettings(settings as Record<string, string>)).toThrow(words)
})
