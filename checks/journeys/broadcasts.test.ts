import { broadcastsContract as calls } from '@millrace/broadcasts/contract'
import { deliveryContract } from '@millrace/delivery/contract'
import { peopleContract } from '@millrace/people/contract'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../instance/client.ts'
import { type FlowStage, openFlowStage } from './flowStage.ts'
import { findings, keepPictureOfFailures } from './page.ts'

const PEOPLE = Array.from({ length: 12 }, (_, n) => `reader${n}@readers.example`)
/** Headless Chromium and Node name themselves, and machines that read do not count. */
const READER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const EVERYBODY = { type: 'segment' as const, segmentId: 2 }

let stage: FlowStage
let page: Page
let emailId: number

beforeAll(async () => {
  stage = await openFlowStage('broadcasts.example')
  const from = await stage.verifySender()
  emailId = await stage.email('News', 'First try', from)
  await stage.owner(peopleContract.savePeople, { query: {}, body: PEOPLE.map((email) => ({ email })) })
  page = await stage.pageOf(stage.owner)
})
afterAll(() => stage?.close())
keepPictureOfFailures(() => page)

const button = (name: string | RegExp) => page.getByRole('button', { name })
const option = (name: string | RegExp) => page.getByRole('option', { name }).first().click()

/** The people who got a mail with a subject, as the mailbox has them. */
const whoGot = async (subject: string) => {
  const { mails } = await stage.owner(deliveryContract.listMailbox, { query: { q: subject, limit: 100 } })
  return mails.filter((mail) => mail.subject === subject)
}

/** The mails with a subject, once there are so many; there may never be more. */
const mailsOf = async (subject: string, count: number) => {
  await expect.poll(async () => (await whoGot(subject)).length).toBe(count)
  return whoGot(subject)
}

/** Opens a mail as a person does who lets pictures load. */
const read = async (mailId: number) => {
  const { mail } = await stage.owner(deliveryContract.getMailboxMail, { params: { id: mailId } })
  const headers = { cookie: stage.owner.cookie(), 'user-agent': READER }
  const html = await (await fetch(new URL(mail.htmlUrl ?? '', stage.address), { headers })).text()
  const pixel = /src="[^"]*(\/t\/o\/[^"]+)"/.exec(html)?.[1] ?? ''
  await fetch(stage.address + pixel, { headers: { 'user-agent': READER } })
}

/** Lets the time come that a broadcast waits for. */
const bring = async (column: 'winner_due_at' | 'follow_up_at', id: number) => {
  const client = new pg.Client({ connectionString: stage.database })
  await client.connect()
  await client.query(`update broadcasts set ${column} = now() where account_id > 0 and id = $1`, [id])
  await client.end()
}

const statusOf = async (id: number) => (await stage.owner(calls.broadcastStatus, { params: { id } })).item.status
const idOf = () => Number(/broadcasts\/(\d+)/.exec(page.url())?.[1])

let testId: number

it('tries two subjects, sends the rest the one that was opened, and shows what the mailbox has', async () => {
  await page.goto('/broadcasts')
  await button('New broadcast').first().click()
  await page.waitForURL(/broadcast-config=Audience/)
  testId = idOf()
  await page.getByRole('combobox', { name: 'Email' }).first().click()
  await option('News')
  await page.getByRole('combobox', { name: 'Segment' }).click()
  await option(/All people/)
  await page.getByText('100.0%').waitFor()
  await page.getByText('Your mailing address is empty.').waitFor()
  await page.getByRole('switch', { name: 'Run an A/B test' }).press('Space')
  await page.getByLabel('Subject of variant B').fill('Second try')
  for (const letter of ['A', 'B']) await page.getByLabel(`Share of variant ${letter} in percent`).fill('25')
  await page.getByText('Winner 50 %').waitFor()
  expect(await findings(page)).toEqual([])
  await button('Send').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
  await page.getByText('Broadcast is sending.').waitFor()
  await until('the test', async () => (await statusOf(testId)) === 'ab-testing')
  const second = await mailsOf('Second try', 3)
  expect((await mailsOf('First try', 3)).length).toBe(3)
  for (const { id } of second) await read(id)
  await page.goto(`/broadcasts/${testId}?broadcast-config=Audience`)
  const row = page.getByRole('row', { name: /Second try/ })
  await row.getByText('100.0%').first().waitFor()
  await row.getByText(/sure/).waitFor()
  await bring('winner_due_at', testId)
  await row.getByText('Winner').waitFor()
  await page.getByText('Sent', { exact: true }).first().waitFor()
  await mailsOf('Second try', 9)
  const figures = page.getByRole('region', { name: 'Figures' })
  await figures.getByRole('button', { name: /^Delivered 12/ }).waitFor()
  await figures.getByRole('button', { name: /^Opened 3/ }).click()
  const people = page.getByRole('dialog').getByRole('listitem')
  await expect.poll(() => people.count()).toBe(3)
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

it('is told by the figures of mail, by broadcast and by variant, as by its own', async () => {
  await page.goto('/metrics/emails')
  const sent = (count: number) =>
    expect
      .poll(() => page.getByText('Sent', { exact: true }).first().locator('..').textContent())
      .toMatch(`Sent${count}`)
  await button('All broadcasts').click()
  await option('My Broadcast')
  await page.keyboard.press('Escape')
  await button('My Broadcast').waitFor()
  await sent(12)
  await page.getByRole('combobox', { name: 'Variant' }).click()
  await option(/Second try/)
  await sent(9)
  expect(await findings(page)).toEqual([])
})

it('follows up with a new subject to those who did not open', async () => {
  await page.goto(`/broadcasts/${testId}?broadcast-config=Audience`)
  await button('Add follow-up').click()
  await page.getByRole('switch', { name: 'Send a follow-up' }).press('Space')
  await page.getByLabel('New subject').fill('Once more')
  await until('the follow-up', async () => {
    const { item } = await stage.owner(calls.getBroadcast, { params: { id: testId } })
    return item.followUpAt !== null && item.followUp?.newSubjectLine === 'Once more'
  })
  await bring('follow_up_at', testId)
  const mails = await mailsOf('Once more', 9)
  const readers = new Set((await whoGot('Second try')).map(({ to }) => to.join()))
  expect(mails.length).toBe(PEOPLE.length - 3)
  expect(readers.size).toBe(9)
  await page.goto('/broadcasts')
  await page
    .getByRole('row', { name: /Follow-up/ })
    .getByText('Sent')
    .waitFor()
})

it('is paused, goes on, and is canceled in the middle', async () => {
  const users = (await stage.owner(peopleContract.listPeople, { query: { limit: 50 } })).people
  const far = users.slice(0, 5).map(({ id }) => ({ id, timezone: 'Pacific/Honolulu' }))
  await stage.owner(peopleContract.savePeople, { query: {}, body: far as never })
  const { item } = await stage.owner(calls.createBroadcast, { body: { name: 'By the sun' } })
  const zoned = { sendAt: new Date().toISOString(), time: { useContactsTimezones: true } }
  await stage.owner(calls.updateBroadcast, {
    params: { id: item.id },
    body: { emailId, audience: EVERYBODY, ...zoned },
  })
  await stage.owner(calls.sendBroadcast, { params: { id: item.id } })
  const before = (await whoGot('First try')).length
  await until('the near ones', async () => {
    const { item: now } = await stage.owner(calls.getBroadcast, { params: { id: item.id } })
    return now.peopleExited === 7
  })
  await page.goto(`/broadcasts/${item.id}`)
  await page.getByText('7 of 12 people have been reached.').waitFor()
  await page.getByText('It is not yet the time where they are.').waitFor()
  await button('Pause').click()
  await page.getByText('Paused: 5 mails are held.').waitFor()
  await button('Resume').click()
  await page.getByText('7 of 12 people have been reached.').waitFor()
  await button('Cancel').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel broadcast' }).click()
  await page.getByText('✅ Broadcast has been canceled.').waitFor()
  await page.getByText('Canceled', { exact: true }).waitFor()
  expect((await whoGot('First try')).length - before).toBeLessThanOrEqual(7)
  await page
    .getByRole('region', { name: 'Figures' })
    .getByRole('button', { name: /^Delivered 7/ })
    .waitFor()
  await page.getByRole('button', { name: /^5 The broadcast was canceled/ }).click()
  await expect.poll(() => page.getByRole('dialog').getByRole('listitem').count()).toBe(5)
  expect(stage.wrong).toEqual([])
})
