import { accountsContract } from '@millrace/accounts/contract'
import { deliveryContract } from '@millrace/delivery/contract'
import { emailsContract } from '@millrace/emails/contract'
import { eventsContract } from '@millrace/events/contract'
import { flowsContract } from '@millrace/flows/contract'
import { importsContract } from '@millrace/imports/contract'
import { peopleContract } from '@millrace/people/contract'
import { segmentsContract } from '@millrace/segments/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, clientOf, register, until } from '../instance/client.ts'
import { type Instance, newDataDir, removeDataDir, startInstance } from '../instance/instance.ts'

const READER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36' }
const CSV = [
  'Email;Vorname;Plan',
  'ada@readers.example;Ada;trial',
  'grace@readers.example;"Grace; B.";pro',
  'no-address;Nobody;trial',
  '',
].join('\r\n')

let instance: Instance
let owner: Client
let writer: Client
const dataDir = newDataDir()
const known = { segment: 0, email: 0, flow: 0, trigger: 0, send: 0, wait: 0 }

beforeAll(async () => {
  instance = await startInstance({ dataDir })
  owner = await register(instance.address, 'owner@journey.example')
})
afterAll(async () => {
  await instance?.stop()
  removeDataDir(dataDir)
})

const mailTo = (address: string, subject?: RegExp) =>
  until(`a mail to ${address}`, async () => {
    const { mails } = await owner(deliveryContract.listMailbox, { query: { q: address } })
    const found = mails.find((mail) => mail.to.includes(address) && (!subject || subject.test(mail.subject)))
    return found && (await owner(deliveryContract.getMailboxMail, { params: { id: found.id } })).mail
  })

const here = (url: string) => {
  const { pathname, search } = new URL(url, instance.address)
  return `${instance.address}${pathname}${search}`
}

const personOf = async (query: string) => {
  const { users } = await owner(peopleContract.searchPeople, { query: { query } })
  const person = users[0]
  if (!person) throw new Error(`Nobody is found by ${query}.`)
  return person
}

const eventNames = async (personId: number) => {
  const { events } = await owner(eventsContract.listPersonEvents, { params: { id: personId }, query: {} })
  return events.map(({ name }) => name)
}

describe('the first journey, by calls alone', () => {
  it('has keys and a verified sender', async () => {
    const { writeKey } = await owner(accountsContract.accountInfo)
    writer = clientOf(instance.address, writeKey ?? '')
    await owner(deliveryContract.addSenderAddress, { body: { email: 'news@journey.example' } })
    const mail = await mailTo('news@journey.example')
    const link = /https?:\/\/\S*confirm-sender\?token=\S+/.exec(mail.text ?? '')?.[0]
    const token = new URL(link ?? '').searchParams.get('token') ?? ''
    expect((await owner(deliveryContract.confirmSenderAddress, { body: { token } })).status).toBe('verified')
    const { addresses } = await owner(deliveryContract.listSenderAddresses)
    expect(addresses.find(({ email }) => email === 'news@journey.example')?.status).toBe('verified')
  })

  it('brings people in from a file, and says which rows it refused', async () => {
    const { url, key } = await owner(importsContract.createUploadUrl, { body: {} })
    const upload = await fetch(here(url), { method: 'PUT', body: CSV, headers: { 'content-type': 'text/csv' } })
    expect(upload.status).toBeLessThan(300)
    const { preview } = await owner(importsContract.previewImport, { body: { peopleFileKey: key } })
    expect(preview.columns.map(({ header }) => header)).toEqual(['Email', 'Vorname', 'Plan'])
    const { id } = await owner(importsContract.createImport, {
      body: {
        name: 'Readers',
        peopleFileKey: key,
        tags: ['imported'],
        fieldMapping: { Email: 'email', Vorname: 'firstName', Plan: 'plan' } as never,
      },
    })
    const done = await until('the import', async () => {
      const { import: now } = await owner(importsContract.getImport, { params: { id } })
      return now.finishedAt ? now : undefined
    })
    expect([done.created, done.refused]).toEqual([2, 1])
    const grace = await personOf('grace@readers')
    expect(grace).toMatchObject({ firstName: 'Grace; B.', plan: 'pro', tags: 'imported' })
  })

  it('builds a segment and sees whom it catches before saving', async () => {
    const conditions = {
      type: 'group' as const,
      operator: 'and' as const,
      conditions: [{ type: 'field' as const, field: 'plan', condition: 'is' as const, value: 'trial' }],
    }
    const preview = await owner(segmentsContract.previewConditions, { body: { conditions } as never })
    expect(preview).toMatchObject({ preview: { count: 1 } })
    const { segment } = await owner(segmentsContract.createSegment, {
      body: { name: 'Trials', color: '#22a86c', objectName: 'person', conditions },
    })
    known.segment = segment.id
    const people = await until('the segment', async () => {
      const { people } = await owner(segmentsContract.listSegmentPeople, { params: { id: segment.id }, query: {} })
      return people.length ? people : undefined
    })
    expect(people.map(({ email }) => email)).toEqual(['ada@readers.example'])
  })

  it('writes an email and is told where its Liquid is wrong', async () => {
    const content = (html: string) => ({
      name: 'Welcome',
      subject: 'Hello {{ person.firstName }}',
      fromName: 'Journey',
      fromEmail: 'news@journey.example',
      editor: { type: 'richtext' as const, state: { html }, html },
    })
    await expect(
      owner(emailsContract.createEmail, { body: content('<p>{{ person.firstName | }}{% if %}</p>') }),
    ).rejects.toThrow(/Liquid/)
    const html =
      '<p>Hello {{ person.firstName }}, <a href="https://journey.example/start">start here</a>. <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>'
    const { email } = await owner(emailsContract.createEmail, { body: content(html) })
    known.email = email.id
  })

  it('draws a flow and is told everything that keeps it from running', async () => {
    const { integration } = await owner(flowsContract.createFlow, { query: {}, body: { name: 'Welcome' } })
    known.flow = integration.id
    const step = async (operationKey: string, values: Record<string, unknown>) =>
      (
        await owner(flowsContract.createStep, {
          body: { integrationId: known.flow, operationKey, inputFields: { values } },
        })
      ).step.id
    known.trigger = await step('/event', { eventName: 'Signed up' })
    known.send = await step('/send', {})
    const tag = await step('/add-tag', { tag: 'welcomed' })
    known.wait = await step('/delay-v2', { kind: 'duration', value: 1, unit: 'days' })
    const link = (source: number, target: number) => owner(flowsContract.createLink, { body: { source, target } })
    await link(known.trigger, known.send)
    await link(known.send, tag)
    await link(tag, known.wait)
    const activate = () => owner(flowsContract.updateFlow, { params: { id: known.flow }, body: { status: 'on' } })
    await expect(activate()).rejects.toThrow(/422.*Choose an email/s)
    await owner(flowsContract.updateStep, {
      params: { id: known.send },
      body: { inputFields: { values: { emailId: known.email } } },
    })
    expect((await activate()).integration.status).toBe('on')
  })

  it('takes events in, names the ones that it refuses, and takes none twice', async () => {
    const event = { name: 'Signed up', user: { email: 'ada@readers.example' }, messageId: 'journey-1' }
    const reply = await writer(eventsContract.ingestEvents, { body: { events: [event, { user: {} }, event] } } as never)
    expect(reply).toMatchObject({ accepted: 2, refused: 1, errors: [{ index: 1 }] })
  })

  it('sends one mail, within a second, and moves the figures', async () => {
    const sent = Date.now()
    const mail = await mailTo('ada@readers.example', /^Hello Ada$/)
    expect(Date.now() - sent).toBeLessThan(5_000)
    expect(mail.text).toContain('Hello Ada')
    expect(mail.headers.find(({ name }) => /list-unsubscribe-post/i.test(name))?.value).toBe(
      'List-Unsubscribe=One-Click',
    )
    const steps = await until('the waiting person', async () => {
      const { integration } = await owner(flowsContract.getFlowPeopleCounts, { params: { id: known.flow } })
      return integration.steps[String(known.wait)]?.data.peopleCounts.queued === 1 && integration.steps
    })
    expect(steps[String(known.send)]?.data.peopleCounts).toEqual({ entered: 1, queued: 0 })
    expect((await personOf('ada@readers')).tags).toContain('welcomed')
    const { mails } = await owner(deliveryContract.listMailbox, { query: { q: 'ada@readers.example' } })
    expect(mails).toHaveLength(1)
  })

  it('notices the opening and the click of a reader, and marks a scanner', async () => {
    const mail = await mailTo('ada@readers.example', /^Hello Ada$/)
    const links = [...mail.source.replace(/=\r?\n/g, '').matchAll(/https?:\/\/[^\s"'<>]+\/t\/c\/[\w.~-]+/g)].map(
      ([url]) => url,
    )
    const html = mail.htmlUrl
      ? await (await fetch(here(mail.htmlUrl), { headers: { cookie: owner.cookie() } })).text()
      : ''
    const [click] = [...links, ...[...html.matchAll(/https?:\/\/[^\s"'<>]+\/t\/c\/[\w.~-]+/g)].map(([url]) => url)]
    const [pixel] = /https?:\/\/[^\s"'<>]+\/t\/o\/[\w.~-]+/.exec(html) ?? []
    expect([click, pixel]).not.toContain(undefined)
    expect((await fetch(here(pixel ?? ''), { headers: READER })).headers.get('content-type')).toContain('image/gif')
    const target = await fetch(here(click ?? ''), { redirect: 'manual', headers: READER })
    expect([target.status, target.headers.get('location')]).toEqual([302, 'https://journey.example/start'])
    await fetch(here(click ?? ''), { redirect: 'manual', headers: { 'user-agent': 'Googlebot/2.1' } })
    const ada = await personOf('ada@readers')
    // So soon after the mail was accepted it takes a moment until it is known that a person read it.
    const names = await until('the reading', async () => {
      const seen = await eventNames(ada.id)
      return seen.includes('Email opened') && seen.includes('Email clicked') && seen
    })
    expect(names).toEqual(expect.arrayContaining(['Email sent', 'Email opened', 'Email clicked', 'Signed up']))
    const figures = async () => {
      const { stats } = await owner(deliveryContract.emailStats, { query: { period: 'allTime', stepId: [known.send] } })
      return stats.find(({ stepId }) => stepId === known.send)
    }
    await expect.poll(figures).toMatchObject({ accepted: 1, delivered: 1, opened: 1, clicked: 1, botClicks: 1 })
  })

  it('lets a waiting person skip, and shows the way that was gone', async () => {
    const ada = await personOf('ada@readers')
    await owner(flowsContract.skipWait, { params: { stepId: known.wait, objectId: ada.id } })
    const history = await until('the end of the run', async () => {
      const { history } = await owner(flowsContract.getFlowHistory, {
        params: { id: known.flow },
        query: { stepId: known.wait },
      })
      return history.some(({ type }) => type === 'left') && history
    })
    expect(history.every(({ person }) => person === null || person.id === ada.id)).toBe(true)
  })

  it('holds an unsubscription from the mail: by post, never by looking', async () => {
    const mail = await mailTo('ada@readers.example', /^Hello Ada$/)
    const url = here(mail.unsubscribe ?? '')
    await fetch(url, { headers: READER })
    expect((await personOf('ada@readers')).unsubscribed).toBe(false)
    const reply = await fetch(url, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(reply.status).toBeLessThan(300)
    await until('the unsubscription', async () => (await personOf('ada@readers')).unsubscribed === true)
    await owner(flowsContract.updateStep, {
      params: { id: known.send },
      body: { inputFields: { values: { emailId: known.email, onlyOnce: false } } },
    })
    await writer(eventsContract.ingestEvents, {
      body: { name: 'Signed up', user: { email: 'ada@readers.example' } },
    } as never)
    const ada = await personOf('ada@readers')
    const skipped = await until('the skipped mail', async () => {
      const { sends } = await owner(deliveryContract.listSends, { query: { personId: ada.id } })
      return sends.find(({ state }) => state === 'skipped')
    })
    expect(skipped.why).toMatch(/unsubscribed/i)
    const { mails } = await owner(deliveryContract.listMailbox, { query: { q: 'ada@readers.example' } })
    expect(mails).toHaveLength(1)
  })

  it('keeps everything over a kill -9', async () => {
    await instance.kill()
    instance = await startInstance({ dataDir, port: Number(new URL(instance.address).port) })
    expect((await personOf('ada@readers')).unsubscribed).toBe(true)
    await writer(eventsContract.ingestEvents, {
      body: { name: 'Signed up', user: { email: 'grace@readers.example' } },
    } as never)
    expect((await mailTo('grace@readers.example')).subject).toBe('Hello Grace; B.')
  })
})
