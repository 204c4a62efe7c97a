import { generateKeyPairSync, sign } from 'node:crypto'
import { callServer, type TestServer } from '@millrace/kit/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { deliveryContract } from '../../contract/index.ts'
import {
  countsOf,
  openWorld,
  type ProviderDoubles,
  type SendingAccount,
  sendingAccount,
  sendMails,
  startProviderDoubles,
  statesOf,
  suppressedOf,
  type World,
} from '../../testing/index.ts'
import { hookUrlOf } from './address.ts'

const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:mail'
const CERTIFICATE = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem'
const aws = generateKeyPairSync('rsa', { modulusLength: 2048 })
const liar = generateKeyPairSync('rsa', { modulusLength: 2048 })
const grid = generateKeyPairSync('ec', { namedCurve: 'P-256' })

let world: World
let doubles: ProviderDoubles
let server: TestServer<typeof deliveryContract>
const fetched: string[] = []

const fetchText = async (url: string) => {
  fetched.push(url)
  return url === CERTIFICATE ? (aws.publicKey.export({ type: 'spki', format: 'pem' }) as string) : ''
}

beforeAll(async () => {
  doubles = await startProviderDoubles()
  const settings = {
    ...doubles.settings,
    MAIL_PROVIDERS: 'ses,sendgrid',
    SES_TOPIC: TOPIC,
    SENDGRID_WEBHOOK_KEY: grid.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  }
  world = await openWorld(settings, undefined, { fetchText })
  server = await callServer(world.delivery)
})
afterAll(async () => {
  await world.close()
  await doubles.close()
})
beforeEach(() => {
  fetched.length = 0
  doubles.ses.mails.length = 0
  doubles.sendGrid.mails.length = 0
  doubles.ses.fault = undefined
})

let reasons = 0

const send = (account: SendingAccount) =>
  sendMails(world, account, { reasonKey: `visit ${++reasons}`, flowId: 5, stepId: 6 })

/** Addresses to which an account writes no more, each with the reason. */
const gone = async (account: SendingAccount) =>
  (await suppressedOf(world, account)).map(({ address, reason }) => `${address} ${reason}`)

const figuresOf = async (account: SendingAccount) => {
  const { accepted, delivered, bounced, complained } = await countsOf(world, account)
  return { accepted, delivered, bounced, complained }
}

const hookOf = (kind: 'ses' | 'sendgrid', accountId = 0) =>
  new URL(hookUrlOf(world.house, { accountId, kind })).pathname

const post = async (url: string, payload: string | Buffer, headers: Record<string, string> = {}) => {
  const reply = await server.fastify.inject({ method: 'POST', url, payload, headers })
  return reply.statusCode
}

/** As SNS posts it. */
const bySns = (message: object, { key = aws.privateKey, url = hookOf('ses') } = {}) => {
  const whole: Record<string, string> = {
    Type: 'Notification',
    MessageId: `sns-${++reasons}`,
    TopicArn: TOPIC,
    Timestamp: '2026-03-10T09:00:00.000Z',
    SignatureVersion: '2',
    SigningCertURL: CERTIFICATE,
    ...message,
  }
  const names = ['Message', 'MessageId', 'Subject', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
  const text = names.flatMap((name) => (whole[name] === undefined ? [] : [`${name}\n${whole[name]}\n`])).join('')
  whole.Signature ??= sign('sha256', Buffer.from(text), key).toString('base64')
  return post(url, JSON.stringify(whole), { 'content-type': 'text/plain; charset=UTF-8' })
}

const delivery = (to: string) => ({
  delivery: { timestamp: '2026-03-10T09:00:05Z', recipients: [to], smtpResponse: '250 ok' },
})
const bounce = (to: string) => ({
  bounce: {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    feedbackId: 'f1',
    timestamp: '2026-03-10T09:00:05Z',
    bouncedRecipients: [{ emailAddress: to, diagnosticCode: 'smtp; 550 5.1.1 nobody' }],
  },
})
const complaint = (to: string) => ({
  complaint: {
    feedbackId: 'f2',
    complaintFeedbackType: 'abuse',
    timestamp: '2026-03-10T09:00:05Z',
    complainedRecipients: [{ emailAddress: to }],
  },
})

/** What SES tells of the how-manieth mail that it took. */
const told = (eventType: string, index: number, what: (to: string) => object) => {
  const mail = doubles.ses.mails[index]
  const to = mail?.to[0] ?? ''
  const tags = Object.fromEntries(Object.entries(mail?.tags ?? {}).map(([name, value]) => [name, [value]]))
  return {
    Message: JSON.stringify({
      eventType,
      mail: { messageId: `m-${to}-${reasons}`, destination: [to], tags },
      ...what(to),
    }),
  }
}

describe('events of SES', () => {
  it('settle mails, suppress who bounced or complained, and count once however often they come', async () => {
    const account = await sendingAccount(world, { people: 3 })
    await send(account)
    const events = [told('Delivery', 0, delivery), told('Bounce', 1, bounce), told('Complaint', 2, complaint)]
    for (let time = 0; time < 2; time++) for (const event of events) expect(await bySns(event)).toBe(200)
    expect((await statesOf(world, account)).sort()).toEqual(['bounced', 'complained', 'delivered'])
    expect(await gone(account)).toEqual(
      [`${doubles.ses.mails[1]?.to[0]} bounced`, `${doubles.ses.mails[2]?.to[0]} complained`].sort(),
    )
    expect(await figuresOf(account)).toEqual({ accepted: 3, delivered: 1, bounced: 1, complained: 1 })
  })

  it('say what became of mail that SES took without a word', async () => {
    const account = await sendingAccount(world)
    doubles.ses.fault = () => 'drop'
    await send(account)
    expect(await statesOf(world, account)).toEqual(['uncertain'])
    expect(await bySns(told('Delivery', 0, delivery))).toBe(200)
    expect(await statesOf(world, account)).toEqual(['delivered'])
  })

  it('are not believed with a signature of somebody else, a certificate from elsewhere or another topic', async () => {
    const account = await sendingAccount(world)
    await send(account)
    const event = told('Bounce', 0, bounce)
    expect(await bySns(event, { key: liar.privateKey })).toBe(403)
    expect(await bySns({ ...event, Signature: '' })).toBe(403)
    expect(await bySns({ ...event, SigningCertURL: 'https://evil.example/SimpleNotificationService-1.pem' })).toBe(403)
    expect(await bySns({ ...event, TopicArn: 'arn:aws:sns:eu-west-1:999999999999:theirs' })).toBe(403)
    expect(await post(hookOf('ses'), JSON.stringify(event))).toBe(400)
    expect(await post(hookOf('ses'), 'no json')).toBe(400)
    expect(fetched.filter((url) => url !== CERTIFICATE)).toEqual([])
    expect(await statesOf(world, account)).toEqual(['accepted'])
  })

  it('find nothing without the token, or where nobody has a provider', async () => {
    const url = hookOf('ses')
    const event = { Message: '{}' }
    expect(await bySns(event, { url: `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}` })).toBe(404)
    expect(await bySns(event, { url: url.replace('/ses/', '/sendgrid/') })).toBe(404)
    expect(await bySns(event, { url: url.replace('/ses/', '/7-ses/') })).toBe(404)
    expect(await bySns(event, { url: hookOf('ses', 999_999) })).toBe(404)
    expect(await post(url, Buffer.alloc((1 << 20) + 1, 'a'))).toBe(413)
  })

  it('begin when the subscription is answered, at SNS alone', async () => {
    const subscription = { Type: 'SubscriptionConfirmation', Message: 'You have chosen to subscribe.', Token: 't1' }
    const SubscribeURL = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=t1'
    expect(await bySns({ ...subscription, SubscribeURL })).toBe(200)
    expect(fetched).toContain(SubscribeURL)
    const before = fetched.length
    expect(await bySns({ ...subscription, SubscribeURL: 'https://10.0.0.1/?Action=ConfirmSubscription' })).toBe(403)
    expect(await bySns({ ...subscription, SubscribeURL }, { key: liar.privateKey })).toBe(403)
    expect(fetched.length).toBe(before)
  })

  it("of an account's own SES say nothing about another account's mail", async () => {
    const [one, other] = [await sendingAccount(world), await sendingAccount(world)]
    const admin = server.as({ accountId: one.accountId, isAdmin: true })
    const own = { region: 'us-east-1', accessKey: 'AKOWN', secretKey: 'own' }
    await admin.call('moveToSes', { params: { id: one.accountId }, body: own })
    await send(other)
    const url = hookOf('ses', one.accountId)
    const ofOther = { ...told('Bounce', 0, bounce), TopicArn: 'arn:aws:sns:us-east-1:999999999999:own' }
    expect(await bySns(ofOther, { url })).toBe(200)
    expect(await statesOf(world, other)).toEqual(['accepted'])
    expect([await gone(one), await gone(other)]).toEqual([[], []])
    await send(one)
    expect(await bySns(told('Bounce', 1, bounce), { url })).toBe(200)
    expect(await statesOf(world, one)).toEqual(['bounced'])
  })
})

describe('events of SendGrid', () => {
  const bySendGrid = (events: unknown, { key = grid.privateKey, said = '1773133205' } = {}) => {
    const body = JSON.stringify(events)
    return post(hookOf('sendgrid'), body, {
      'content-type': 'application/json',
      'x-twilio-email-event-webhook-signature': sign('sha256', Buffer.from(`1773133205${body}`), key).toString(
        'base64',
      ),
      'x-twilio-email-event-webhook-timestamp': said,
    })
  }
  const moved = async (people = 1) => {
    const account = await sendingAccount(world, { people })
    const admin = server.as({ accountId: account.accountId, isAdmin: true })
    await admin.call('moveToSendGrid', { params: { id: account.accountId }, body: undefined })
    await send(account)
    return account
  }
  const about = (index: number, event: object) => {
    const { source = '', to = '' } = doubles.sendGrid.mails[index] ?? {}
    const [, millrace] = /"millrace":\s*"([^"]+)"/.exec(source) ?? []
    return { email: to, timestamp: 1_773_133_205, sg_event_id: `e-${to}-${reasons}`, millrace, ...event }
  }

  it('settle mails of many accounts in one call, once however often it comes', async () => {
    const [one, other] = [await moved(2), await moved()]
    const events = [
      about(0, { event: 'delivered', response: '250 OK' }),
      about(1, { event: 'bounce', type: 'bounce', status: '5.1.1', reason: '550 5.1.1 nobody' }),
      about(2, { event: 'spamreport' }),
      { event: 'open', email: 'x@example.org' },
    ]
    for (let time = 0; time < 2; time++) expect(await bySendGrid(events)).toBe(200)
    expect((await statesOf(world, one)).sort()).toEqual(['bounced', 'delivered'])
    expect(await statesOf(world, other)).toEqual(['complained'])
    expect(await figuresOf(one)).toEqual({ accepted: 2, delivered: 1, bounced: 1, complained: 0 })
    expect(await gone(other)).toEqual(['p0@example.org complained'])
  })

  it('are not believed unless SendGrid signed them, with their time', async () => {
    const account = await moved()
    const events = [about(0, { event: 'bounce', type: 'bounce', status: '5.1.1' })]
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    expect(await bySendGrid(events, { key: other })).toBe(403)
    expect(await bySendGrid(events, { said: '1773133206' })).toBe(403)
    expect(await post(hookOf('sendgrid'), JSON.stringify(events), { 'content-type': 'application/json' })).toBe(403)
    expect(await bySendGrid({ event: 'bounce' })).toBe(400)
    expect(await statesOf(world, account)).toEqual(['accepted'])
  })
})
