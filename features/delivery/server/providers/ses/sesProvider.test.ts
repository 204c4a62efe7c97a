import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type SesDouble, type SesFault, startSesDouble } from '../../../testing/sesDouble.ts'
import type { Provider } from '../provider.ts'
import { askSesQuota, type SesAccess, sesProvider } from './sesProvider.ts'

let double: SesDouble
let provider: Provider
let now: Date
let wired: number

const access = (): SesAccess => ({
  region: 'eu-west-1',
  accessKey: 'AKIDEXAMPLE',
  secretKey: 'secret',
  configurationSet: 'Mail',
  endpoint: double.url,
})

beforeEach(async () => {
  double = await startSesDouble()
  now = new Date('2026-03-10T09:00:00Z')
  wired = 0
  provider = sesProvider(access(), () => now)
})
afterEach(async () => {
  provider.close()
  await double.close()
})

const SOURCE = ['Message-ID: <1.2.3.sig@acme.example>\r\nSubject: Hi\r\n\r\n', Buffer.from('Grüße\r\n')]

const mail = (more: object = {}) => ({
  from: 'news@acme.example',
  to: 'ann@example.org',
  source: SOURCE,
  messageId: '<1.2.3.sig@acme.example>',
  onWire: () => void wired++,
  ...more,
})

describe('a mail to SES', () => {
  it('is handed over as it is, with its tag, its configuration set and a signature', async () => {
    const outcome = await provider.send(mail({ copies: ['boss@acme.example'] }))
    expect(outcome).toEqual({ kind: 'accepted', reply: { code: 250, text: 'Ok 0100-1' } })
    const [got] = double.mails
    expect(got).toMatchObject({
      to: ['ann@example.org'],
      bcc: ['boss@acme.example'],
      configurationSet: 'Mail',
      tags: { millrace: '1-2-3-sig', 'millrace-to': expect.stringMatching(/^[0-9a-f]{16}$/) },
    })
    expect(Buffer.from(got?.source ?? '', 'latin1').toString()).toBe(SOURCE.join(''))
    expect(got?.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/20260310\/eu-west-1\/ses\/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=[0-9a-f]{64}$/,
    )
    expect(wired).toBe(1)
  })

  it('waits for an answer that comes late', async () => {
    double.fault = () => 'late'
    expect((await provider.send(mail())).kind).toBe('accepted')
  })

  it('is held back before its last byte where it must not leave', async () => {
    expect(await provider.send(mail({ onWire: () => false }))).toMatchObject({ kind: 'notSent', isOwn: true })
    expect(double.mails).toEqual([])
  })

  it('keeps to so many connections, and uses them again', async () => {
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => provider.send(mail())))
    expect(outcomes.every(({ kind }) => kind === 'accepted')).toBe(true)
    expect(double.mails).toHaveLength(100)
    expect(double.connections).toBeLessThanOrEqual(32)
  })
})

const THROTTLED = { status: 429, name: 'TooManyRequestsException', message: 'Maximum sending rate exceeded.' }

describe('what went wrong is told as it is', () => {
  it.each<[string, SesFault, object, boolean]>([
    ['too fast', THROTTLED, { kind: 'refused', reply: { code: 421 } }, true],
    ['over the day', { status: 400, name: 'LimitExceededException' }, { kind: 'refused', reply: { code: 421 } }, true],
    ['broken inside', { status: 500 }, { kind: 'refused', reply: { code: 421 } }, true],
    ['closed', { status: 503 }, { kind: 'refused', reply: { code: 421 } }, true],
    [
      'keys that may not',
      { status: 403, name: 'AccessDeniedException' },
      { kind: 'notSent', isUnreachable: true },
      true,
    ],
    [
      'a paused account',
      { status: 400, name: 'SendingPausedException' },
      { kind: 'notSent', isUnreachable: true },
      true,
    ],
    ['no such set', { status: 404, name: 'NotFoundException' }, { kind: 'notSent', isUnreachable: true }, true],
    [
      'an unverified sender',
      { status: 400, name: 'MessageRejected', message: 'Email address is not verified.' },
      { kind: 'refused', reply: { code: 450 } },
      false,
    ],
    [
      'a virus',
      { status: 400, name: 'MessageRejected', message: 'Bad content' },
      { kind: 'refused', reply: { code: 554 } },
      false,
    ],
    ['a redirect', { status: 302 }, { kind: 'notSent', isUnreachable: true }, true],
    ['a gateway that got no answer', { status: 504 }, { kind: 'uncertain' }, false],
  ])('%s', async (_what, fault, outcome, isPaused) => {
    double.fault = () => fault
    expect(await provider.send(mail())).toMatchObject(outcome)
    expect(Boolean(provider.pausedUntil(now))).toBe(isPaused)
  })

  it('a line that is cut after the whole mail leaves it uncertain; SES has it', async () => {
    double.fault = () => 'drop'
    expect(await provider.send(mail())).toMatchObject({ kind: 'uncertain' })
    expect([wired, double.mails.length]).toEqual([1, 1])
  })

  it('a server that is not there surely has nothing', async () => {
    await double.close()
    expect(await provider.send(mail())).toMatchObject({ kind: 'notSent', isUnreachable: true })
    expect(wired).toBe(0)
    expect(provider.pausedUntil(now)).toBeDefined()
  })

  it('a line that is cut before the last byte surely gave nothing', async () => {
    double.isCutting = true
    const source = [Buffer.alloc(4_000_000, 'a')]
    expect(await provider.send(mail({ source }))).toMatchObject({ kind: 'notSent' })
    expect([wired, double.mails.length]).toEqual([0, 0])
  })
})

describe('a rest', () => {
  it('is given at the first word of it: what waits is not offered, and goes when it is over', async () => {
    double.fault = (count) => (count <= 40 ? THROTTLED : undefined)
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => provider.send(mail())))
    expect(double.asked).toBeLessThan(80)
    expect(outcomes.at(-1)).toMatchObject({ kind: 'notSent', isOwn: true })
    now = new Date(now.getTime() + 2_000)
    expect((await provider.send(mail())).kind).toBe(double.asked > 40 ? 'accepted' : 'refused')
  })

  it('is given to one that answers nobody, after a few', async () => {
    double.fault = () => 'drop'
    for (let count = 1; count <= 8; count++) {
      expect(provider.pausedUntil(now)).toBeUndefined()
      await provider.send(mail())
    }
    expect(provider.pausedUntil(now)).toBeDefined()
  })
})

it('says what its account may send', async () => {
  expect(await askSesQuota(access())).toEqual({
    isSandbox: false,
    isEnabled: true,
    perSecond: 14,
    perDay: 50_000,
    sentToday: 120,
  })
})

describe('its pace', () => {
  it('is learnt when it is first asked, and again when that is long ago', async () => {
    expect(provider.pace?.perSecond()).toBeUndefined()
    await provider.learn?.()
    expect(provider.pace?.perSecond()).toBe(14)
    double.quota = { SendQuota: { MaxSendRate: 50 } }
    await provider.learn?.()
    expect(provider.pace?.perSecond()).toBe(14)
    now = new Date(now.getTime() + 600_000)
    await provider.learn?.()
    await expect.poll(() => provider.pace?.perSecond()).toBe(50)
  })

  it('is unknown where SES does not say, and mail goes all the same', async () => {
    double.quota = { message: 'nothing' }
    await provider.learn?.()
    expect(provider.pace?.perSecond()).toBeUndefined()
    expect((await provider.send(mail())).kind).toBe('accepted')
  })
})
