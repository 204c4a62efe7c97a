import { deliveryContract } from '@millrace/delivery/contract'
import { type DnsServer, startDns } from '@millrace/delivery/testing'
import { emailsContract } from '@millrace/emails/contract'
import { flowsContract } from '@millrace/flows/contract'
import { preferencesContract } from '@millrace/preferences/contract'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FlowStage, openFlowStage } from './flowStage.ts'
import { findings, keepPictureOfFailures } from './page.ts'

let stage: FlowStage
let dns: DnsServer
let page: Page
const DOMAIN = 'mail.journey.example'
const FROM = `news@${DOMAIN}`

beforeAll(async () => {
  dns = await startDns()
  stage = await openFlowStage('journey.example', { DNS_SERVERS: dns.address })
  page = await stage.pageOf(stage.owner)
})
afterAll(async () => {
  await stage?.close()
  await dns?.close()
})

keepPictureOfFailures(() => page)

/** A link as it is reached here; mails name the public address. */
const here = (url: string) => stage.address + new URL(url).pathname + new URL(url).search
const linkIn = (text: string | null, pattern: RegExp) => here(pattern.exec(text ?? '')?.[0] ?? 'http://nothing')

/** What a mail scanner does with what it finds: it opens everything, and twice. */
const scan = async (urls: readonly string[]) => {
  for (const url of [...urls, ...urls]) {
    await fetch(url, { method: 'HEAD' })
    await fetch(url)
  }
}

const email = async (name: string, categoryId?: number) => {
  const emailId = await stage.email(name, name, FROM)
  if (categoryId) {
    const body = { communicationCategoryId: categoryId }
    await stage.owner(emailsContract.updateEmail, { params: { id: emailId }, body } as never)
  }
  return emailId
}

const flow = async (eventName: string, emailIds: readonly number[]) => {
  const { integration } = await stage.owner(flowsContract.createFlow, { query: {}, body: { name: eventName } })
  const step = async (operationKey: string, values: Record<string, unknown>) => {
    const body = { integrationId: integration.id, operationKey, inputFields: { values } }
    return (await stage.owner(flowsContract.createStep, { body })).step.id
  }
  let last = await step('/event', { eventName })
  for (const emailId of emailIds) {
    const next = await step('/send', { emailId })
    await stage.owner(flowsContract.createLink, { body: { source: last, target: next } })
    last = next
  }
  await stage.owner(flowsContract.updateFlow, { params: { id: integration.id }, body: { status: 'on' } })
}

/** Leads a reader's browser, in which nobody is signed in, to the way out of their mail. */
const openWayOut = async (address: string) => {
  const mail = await stage.mailTo(address)
  const reader = await stage.pageOf()
  await reader.goto(linkIn(mail.text, /https?:\/\/\S+\/u\/[\w.-]+/))
  return reader
}

const statesOf = async (address: string) => {
  const personId = await stage.personId(address)
  const { sends } = await stage.owner(deliveryContract.listSends, { query: { personId } })
  return sends.map(({ state, subject, why }) => (state === 'skipped' ? why : subject)).sort()
}

describe('a domain of one’s own', () => {
  it('is added, and shows what DNS has to say and what it says instead', async () => {
    await page.goto('/settings/email/domains')
    await page.getByLabel('Add a domain').fill(`https://www.${DOMAIN}/about`)
    await page.getByRole('button', { name: 'Add domain' }).click()
    await page.getByRole('heading', { name: DOMAIN, level: 1 }).waitFor()
    const { domains } = await stage.owner(deliveryContract.listSenderDomains)
    const [key] = domains[0]!.dns
    dns.hosts.set(key!.host, { TXT: ['v=DKIM1; k=rsa; p=former'] })
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByText('v=DKIM1; k=rsa; p=former').waitFor()
    dns.hosts.set(key!.host, { TXT: [key!.data] })
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByText('Domain verified').waitFor()
    expect(await findings(page, 'main')).toEqual([])
  })

  it('is not needed for an address, which a scanner cannot confirm', async () => {
    const { owner } = stage
    await owner(deliveryContract.addSenderAddress, { body: { email: 'boss@elsewhere.example' } })
    const mail = await stage.mailTo('boss@elsewhere.example')
    const link = linkIn(mail.text, /https?:\S+confirm-sender\S+/)
    const token = new URL(link).searchParams.get('token')
    await scan([link, `${stage.address}/v1/settings/email/addresses/confirm?token=${token}`])
    const status = async () =>
      (await owner(deliveryContract.listSenderAddresses)).addresses.find(({ email: one }) => one.startsWith('boss'))
        ?.status
    expect(await status()).toBe('pending')
    const boss = await stage.pageOf()
    await boss.goto(link)
    await boss.getByRole('button', { name: 'Confirm this address' }).click()
    await boss.getByRole('heading', { name: 'Confirmed' }).waitFor()
    await expect.poll(status).toBe('verified')
  })
})

describe('leaving', () => {
  it('works by page, header and category, holds, and is done by no scanner', async () => {
    await page.goto('/settings/communication-categories?communication-category=new')
    await page.getByLabel('Name').fill('Tips')
    await page.getByLabel('Description').fill('One a week')
    await page.getByRole('button', { name: 'Create category' }).click()
    await page.getByText('Tips created successfully.').waitFor()
    const { categories } = await stage.owner(preferencesContract.listCategories)
    const tips = categories.find(({ name }) => name === 'Tips')!.id
    await flow('Joined', [await email('First tip', tips)])
    await flow('Stayed', [await email('Second tip', tips), await email('News')])
    const readers = ['page', 'header', 'kind', 'scanned'].map((name) => `${name}@readers.example`)
    const [byPage, byHeader, byKind, scanned] = readers as [string, string, string, string]
    for (const address of readers) await stage.event('Joined', address)

    const leaving = await openWayOut(byPage)
    await leaving.getByRole('button', { name: 'Unsubscribe from all emails' }).click()
    await leaving.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()
    const choosing = await openWayOut(byKind)
    await choosing.getByRole('button', { name: 'Unsubscribe from Tips' }).click()
    await choosing.getByRole('heading', { name: 'You are unsubscribed from Tips' }).waitFor()
    expect(await findings(choosing)).toEqual([])
    const headed = await stage.mailTo(byHeader)
    const { value = '' } = headed.headers.find(({ name }) => /^list-unsubscribe$/i.test(name)) ?? {}
    const post = { method: 'POST', body: 'List-Unsubscribe=One-Click' }
    expect((await fetch(linkIn(value, /https?:[^>\s]+/), post)).status).toBe(200)
    const found = await stage.mailTo(scanned)
    await scan([...(found.text ?? '').matchAll(/https?:\/\/\S+[\w/]/g)].map(([url]) => here(url)))

    for (const address of readers) await stage.event('Stayed', address)
    await expect.poll(() => statesOf(scanned)).toEqual(['First tip', 'News', 'Second tip'])
    await expect.poll(() => statesOf(byPage)).toEqual(['First tip', 'unsubscribed', 'unsubscribed'])
    await expect.poll(() => statesOf(byHeader)).toEqual(['First tip', 'unsubscribed', 'unsubscribed'])
    await expect.poll(() => statesOf(byKind)).toEqual(['First tip', 'News', 'category off'])
  })

  it('is worded on a page whose fields stand below its head', async () => {
    await page.goto('/settings/communication-categories/customize?mode=category')
    const edge = async (part: Locator) => (await part.boundingBox())?.x
    const head = page.getByRole('heading', { name: 'Preferences page' })
    for (const part of [page.getByLabel('Introduction'), page.getByText('Title', { exact: true })])
      expect(await edge(part)).toBe(await edge(head))
    expect(await findings(page, 'main')).toEqual([])
  })

  it('keeps the list of those who are never written to', async () => {
    await page.goto('/settings/email/suppressions')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const file = {
      name: 'former.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('email\ngone@readers.example\nnobody\n'),
    }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('1 address added').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('gone@readers.example').waitFor()
    expect(await findings(page, 'main')).toEqual([])
    expect(stage.wrong).toEqual([])
  })
})
