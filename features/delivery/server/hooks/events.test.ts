import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keysFrom } from '@millrace/kit/server'
import { describe, expect, it } from 'vitest'
import { messageIdOf } from '../ledger/messageId.ts'
import { tagOf } from '../providers/provider.ts'
import { addressMark } from '../providers/recipients.ts'
import { readSendGridEvents } from './sendGridEvents.ts'
import { readSesEvent } from './sesEvents.ts'
import type { Told } from './told.ts'

const keys = keysFrom('a secret that is long enough and known to everybody')
const SEND = { accountId: 7, reasonAt: new Date('2026-03-10T09:00:00.000Z'), id: 42 }
const MESSAGE_ID = messageIdOf(keys, SEND, 'acme.example')
const TAG = tagOf(MESSAGE_ID)

const wordsOf = ({ report: { kind, isHard, address } }: Told) =>
  `${kind}${kind === 'bounced' ? ` ${isHard === undefined ? 'n/a' : isHard ? 'hard' : 'soft'}` : ''} ${address}`

/** Payloads of anymail/django-anymail's tests, and what each of them says. */
const SAMPLES: Record<string, Record<string, string[]>> = {
  amazon_ses: {
    test_bounce_event: ['bounced hard jane@example.com'],
    test_multiple_bounce_event: ['bounced hard jane@example.com', 'bounced hard richard@example.com'],
    test_complaint_event: ['complained richard@example.com'],
    test_delivery_event: ['delivered jane@example.com'],
    test_send_event: [],
    test_reject_event: ['bounced n/a recipient@example.com'],
    test_open_event: [],
    test_click_event: [],
    test_rendering_failure_event: [],
    test_incorrect_received_event: [],
  },
  sendgrid: {
    test_processed_event: [],
    test_delivered_event: ['delivered recipient@example.com'],
    test_dropped_invalid_event: ['bounced hard invalid@invalid'],
    test_dropped_bounced: ['bounced hard example@example.com'],
    test_dropped_unsubscribed_event: ['bounced n/a unsubscribe@example.com', 'unsubscribed unsubscribe@example.com'],
    test_bounce_event: ['bounced hard noreply@example.com'],
    test_deferred_event: ['deferred recipient@example.com'],
    test_open_event: [],
    test_click_event: [],
    test_compatibility_message_id_from_smtp_id: ['delivered recipient@example.com'],
  },
}

const folder = process.env.WEBHOOKS ?? join(import.meta.dirname, '../../../../../shared/data/webhooks')
type Sample = { test: string; payload: object }
const readOf: Record<string, (text: string) => Told[] | undefined> = {
  amazon_ses: (text) => readSesEvent(keys, text),
  sendgrid: (text) => readSendGridEvents(keys, text),
}

const real = existsSync(folder) ? Object.keys(SAMPLES) : []

describe.each(real)('real events of %s', (provider) => {
  const samples: Sample[] = JSON.parse(readFileSync(join(folder, `${provider}.json`), 'utf8'))
  it.each(samples)('$test', ({ test, payload }) => {
    const told = readOf[provider]?.(JSON.stringify(payload))
    expect(told?.map(wordsOf)).toEqual(SAMPLES[provider]?.[test])
    expect(new Set(told?.map(({ report }) => report.key)).size).toBe(told?.length)
    expect(told?.every(({ accountId, report }) => accountId === undefined && report.send === undefined)).toBe(true)
  })
})

const ses = (event: object, mail: object = {}) =>
  readSesEvent(
    keys,
    JSON.stringify({
      mail: {
        messageId: 'm1',
        timestamp: '2026-03-10T09:00:00Z',
        destination: ['ann@x.example'],
        tags: { millrace: [TAG] },
        ...mail,
      },
      ...event,
    }),
  )

const bounce = (bounceType: string, bounceSubType: string) => ({
  eventType: 'Bounce',
  bounce: {
    bounceType,
    bounceSubType,
    feedbackId: 'f1',
    timestamp: '2026-03-10T09:00:05Z',
    bouncedRecipients: [{ emailAddress: 'ann@x.example', diagnosticCode: 'smtp; 550 5.1.1' }],
  },
})

describe('an event of SES', () => {
  it('names the mail by its tag, or by the Message-ID that it came with', () => {
    const [byTag] = ses(bounce('Permanent', 'General'))
    expect(byTag).toMatchObject({ accountId: 7, report: { send: SEND, isHard: true, detail: 'smtp; 550 5.1.1' } })
    expect(byTag?.report.at).toEqual(new Date('2026-03-10T09:00:05Z'))
    const [byHeader] = ses(bounce('Permanent', 'General'), {
      tags: {},
      headers: [{ name: 'Message-ID', value: MESSAGE_ID }],
    })
    expect(byHeader?.report.send).toEqual(SEND)
    const [forged] = ses(bounce('Permanent', 'General'), { tags: { millrace: [`${TAG.slice(0, -1)}_`] } })
    expect(forged?.report.send).toBeUndefined()
  })

  it.each([
    ['Permanent', 'NoEmail', 'bounced hard'],
    ['Permanent', 'OnAccountSuppressionList', 'bounced hard'],
    ['Transient', 'MailboxFull', 'bounced soft'],
    ['Transient', 'MessageTooLarge', 'bounced n/a'],
    ['Transient', 'ContentRejected', 'bounced n/a'],
    ['Undetermined', 'Undetermined', 'bounced soft'],
  ])('%s, %s: %s', (type, subType, words) => {
    expect(ses(bounce(type, subType)).map(wordsOf)).toEqual([`${words} ann@x.example`])
  })

  it('about somebody who got a copy says nothing of the mail, only of the address', () => {
    const tags = { millrace: [TAG], 'millrace-to': [addressMark('Bob@x.example')] }
    const [told] = ses(bounce('Permanent', 'General'), { tags })
    expect(told).toMatchObject({ accountId: 7, report: { address: 'ann@x.example', isHard: true } })
    expect(told?.report.send).toBeUndefined()
    const own = { millrace: [TAG], 'millrace-to': [addressMark('ANN@x.example')] }
    expect(ses(bounce('Permanent', 'General'), { tags: own })[0]?.report.send).toEqual(SEND)
  })

  it('has the same name as the notification of the same thing, and another than the next one', () => {
    const { eventType: notificationType, bounce: told } = bounce('Permanent', 'General')
    const [event] = ses(bounce('Permanent', 'General'))
    const [notification] = ses({ notificationType, bounce: told })
    expect(notification?.report.key).toBe(event?.report.key)
    const [other] = ses(bounce('Permanent', 'General'), { messageId: 'm2' })
    expect(other?.report.key).not.toBe(event?.report.key)
  })

  it('is no complaint where a reader says that a mail is not spam', () => {
    const complaint = (complaintFeedbackType: string) => ({
      eventType: 'Complaint',
      complaint: { complaintFeedbackType, complainedRecipients: [{ emailAddress: 'ann@x.example' }] },
    })
    expect(ses(complaint('not-spam'))).toEqual([])
    expect(ses(complaint('abuse')).map(wordsOf)).toEqual(['complained ann@x.example'])
  })

  it.each(['', 'Successfully validated SNS topic', '[]', 'null', '{"mail":7}', '{"eventType":"Bounce","mail":{}}'])(
    'that is none says nothing: %j',
    (text) => expect(readSesEvent(keys, text)).toEqual([]),
  )
})

const sendGrid = (event: object) =>
  readSendGridEvents(
    keys,
    JSON.stringify([{ email: 'ann@x.example', timestamp: 1_773_133_205, sg_event_id: 'e1', ...event }]),
  )

describe('an event of SendGrid', () => {
  it('names the mail by what was sent along, or by its Message-ID', () => {
    expect(sendGrid({ event: 'delivered', millrace: TAG })?.[0]).toMatchObject({ accountId: 7, report: { send: SEND } })
    expect(sendGrid({ event: 'delivered', 'smtp-id': MESSAGE_ID })?.[0]?.report.send).toEqual(SEND)
    const copy = sendGrid({ event: 'delivered', millrace: TAG, millrace_to: addressMark('bob@x.example') })
    expect(copy?.[0]?.report.send).toBeUndefined()
  })

  it.each([
    [{ type: 'bounce', status: '5.1.1' }, 'hard'],
    [{ type: 'bounce', status: '4.4.1' }, 'soft'],
    [{ type: 'blocked', status: '5.7.1' }, 'n/a'],
    [{ type: 'blocked', status: '4.2.2' }, 'soft'],
    [{ type: 'bounce', status: '5.0.0', bounce_classification: 'Reputation' }, 'n/a'],
    [{ type: 'blocked', bounce_classification: 'Mailbox Unavailable' }, 'soft'],
    [{ type: 'bounce', bounce_classification: 'Invalid Address' }, 'hard'],
  ])('a bounce %j is %s', (more, word) => {
    expect(sendGrid({ event: 'bounce', ...more })?.map(wordsOf)).toEqual([`bounced ${word} ann@x.example`])
  })

  it('dropped because of an earlier complaint tells of the address again, and the mail did not arrive', () => {
    const told = sendGrid({ event: 'dropped', reason: 'Spam Reporting Address', millrace: TAG })
    expect(told?.map(wordsOf)).toEqual(['bounced n/a ann@x.example', 'complained ann@x.example'])
    expect(told?.map(({ accountId, report }) => [accountId, Boolean(report.send)])).toEqual([
      [7, true],
      [7, false],
    ])
  })

  it.each(['', '{}', 'null', '"x"'])('that is none is refused: %j', (text) =>
    expect(readSendGridEvents(keys, text)).toBeUndefined(),
  )

  it('passes over what it does not know among others', () => {
    expect(readSendGridEvents(keys, '[7, null, {"event":"delivered"}, {"event":"new","email":"a@x.example"}]')).toEqual(
      [],
    )
  })
})
