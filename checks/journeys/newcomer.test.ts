import { accountsContract } from '@millrace/accounts/contract'
import { eventsContract } from '@millrace/events/contract'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf } from '../instance/client.ts'
import { type Instance, newDataDir, removeDataDir, startInstance } from '../instance/instance.ts'
import { openBrowser } from './browser.ts'
import { findings, keepPictureOfFailures, openWindow } from './page.ts'

const CSV = [
  'Email,First name,Plan',
  'ada@readers.example,Ada,trial',
  'grace@readers.example,Grace,pro',
  'linus@readers.example,Linus,trial',
  'nobody,Nobody,trial',
].join('\n')
const OWNER = 'mara@newcomer.example'
const PASSWORD = 'a long enough password'
/** Headless Chromium names itself, and readers that are machines are not counted. */
const READER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

let instance: Instance
let browser: Browser
let page: Page
const wrong: string[] = []
const dataDir = newDataDir()

beforeAll(async () => {
  instance = await startInstance({ dataDir, env: { TEST_MODE: 'false' } })
  browser = await openBrowser()
  page = await openWindow(browser, wrong, { userAgent: READER })
})
afterAll(async () => {
  await browser?.close()
  await instance?.stop()
  removeDataDir(dataDir)
})

keepPictureOfFailures(() => page)

const open = (path: string) => page.goto(instance.address + path)
const button = (name: string | RegExp) => page.getByRole('button', { name })
const menu = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
const see = (text: string | RegExp) => page.getByText(text).first().waitFor()

/** The mail that the mailbox shows for an address, opened as its reader would. */
const openMail = async (address: string, subject: RegExp) => {
  await open('/mailbox')
  await page.getByLabel('Search mail').fill(address)
  await page.getByRole('list', { name: 'Mails' }).getByText(subject).first().click()
  return page.frameLocator('article iframe')
}

describe('a newcomer, from nothing to a mail that somebody clicked', () => {
  it('registers, with the proof of work in the background', async () => {
    await open('/')
    await page.waitForURL('**/login**')
    await page.getByRole('link', { name: /free trial/ }).click()
    await page.getByLabel('Work email').fill(OWNER)
    await button('Sign Up Now').click()
    await page.getByLabel(/name/i).first().fill('Mara Lindqvist')
    await page.keyboard.press('Enter')
    await page.getByLabel('Company site').fill('newcomer.example')
    await button('Finish Signup and Get My Emails').click()
    const goal = page.getByLabel('Your number one goal')
    const password = page.getByLabel('Password', { exact: true })
    await goal.or(password).first().waitFor()
    if (await goal.isVisible()) {
      await goal.fill('Fewer trials that go quiet')
      await button('To Final Step').click()
    }
    await password.fill(PASSWORD)
    await button('Take me to my account').click()
    await page.getByRole('heading', { name: /Welcome, Mara/ }).waitFor()
  })

  it('verifies a sender address from the mailbox', async () => {
    await open('/settings/email/addresses')
    await page.getByLabel('Add an address').fill('news@newcomer.example')
    await page.keyboard.press('Enter')
    await see('Verification email sent')
    const mail = await openMail('news@newcomer.example', /confirm|verify/i)
    const href = await mail.getByRole('link').first().getAttribute('href')
    await page.goto(String(href))
    await button('Confirm this address').click()
    await page.getByRole('heading', { name: 'Confirmed' }).waitFor()
    await open('/settings/email/addresses')
    await page.getByRole('list', { name: 'Sender addresses' }).getByText('Verified').first().waitFor()
  })

  it('imports people from a CSV file and sees the refused row', async () => {
    await open('/people')
    await page.getByRole('link', { name: 'Import' }).or(button('Import')).first().click()
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'readers.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) })
    await page.waitForURL('**/map**')
    await see('ada@readers.example')
    await button(/Continue|Next/).click()
    await page.getByRole('combobox', { name: 'Tag everybody in this file' }).fill('imported')
    await page.keyboard.press('Enter')
    await button(/Continue|Next/).click()
    await button(/^Import \d/).click()
    await page
      .getByRole('heading', { name: 'Refused rows' })
      .or(page.getByRole('region', { name: 'Refused rows' }))
      .first()
      .waitFor()
    await see('nobody')
    await open('/people')
    await see('grace@readers.example')
  })

  it('searches, opens a person and tags her', async () => {
    await page.getByPlaceholder('Search people').fill('grace')
    await page.waitForURL('**search=grace**')
    await page.getByText('grace@readers.example').click()
    await page.getByRole('heading', { name: 'Grace' }).waitFor()
    await button(/Tag$/).click()
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('friend')
    await page.keyboard.press('Enter')
    await see('friend')
  })

  it('builds a segment and watches the count', async () => {
    await open('/segments/new')
    await button('Condition').first().click()
    await page.getByRole('menuitem', { name: 'Field' }).click()
    await button('Choose a field').click()
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('Plan')
    await page.getByRole('option', { name: 'Plan' }).first().waitFor()
    await page.keyboard.press('Enter')
    await button(/value/i).first().click()
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('trial')
    await page.getByRole('option', { name: /trial/ }).first().click()
    await see('66.7% of 3 people')
    await page.getByPlaceholder('Name this segment').fill('Trials')
    await button('Save segment').click()
    await see('✅ Segment saved.')
  })

  it('writes an email in the block editor, sees it as Ada would, and sends a test', async () => {
    await menu('Emails').click()
    await button('New email').first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Welcome')
    await dialog.getByLabel(/Subject/).fill('Hello {{ person.firstName }}')
    await dialog.getByRole('button', { name: 'Create email' }).click()
    await page.waitForURL(/\/emails\/\d+/)
    await button('Button').first().click()
    await page.getByRole('textbox', { name: 'Link' }).fill('https://newcomer.example/start')
    await page.keyboard.press('Tab')
    await button('Save').click()
    await see(/^Saved/)
    await button('Send test').click()
    await page.getByRole('dialog').locator('input').first().fill('tester@newcomer.example')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: /Send/ }).click()
    await see(/Test email sent/)
  })

  it('draws a flow, is told what is missing, and switches it on', async () => {
    await menu('Flows').click()
    await button('New flow').first().click()
    await page.getByLabel('Name').fill('Trial onboarding')
    await page.keyboard.press('Enter')
    await button('Choose a trigger').click()
    await page.getByLabel('Search steps').fill('event')
    await page.keyboard.press('Enter')
    const settings = page.getByRole('region', { name: 'Event settings' })
    await settings.getByLabel('Event', { exact: true }).fill('Signed up')
    await button('Save step').click()
    await see('Event Signed up')
    const first = page.locator('.react-flow__node-step').filter({ hasText: 'Event Signed up' })
    await first.getByRole('button', { name: 'Add step' }).click()
    await button(/^Send email/).click()
    await page.getByRole('region', { name: 'Send email settings' }).waitFor()
    await page.getByRole('switch', { name: 'Draft' }).click()
    await see('Choose an email.')
    await button('Show step').first().click()
    await page.getByRole('combobox', { name: 'Email' }).click()
    await page.getByRole('option', { name: 'Welcome' }).click()
    await button('Save step').click()
    await see(/^From /)
    await page.keyboard.press('Escape')
    const last = page.locator('.react-flow__node-step').filter({ hasText: 'From ' })
    await last.getByRole('button', { name: 'Add step' }).click()
    await button(/^Wait(?! for)/).click()
    await page.getByLabel('Length').fill('2')
    await button('Save step').click()
    await see('Wait 2 days')
    await page.getByRole('switch', { name: 'Draft' }).click()
    await see('Flow activated.')
  })

  it('sends an event through the API and sees the people and the mail move on the canvas', async () => {
    const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const info = await (
      await fetch(`${instance.address}${accountsContract.accountInfo.path}`, { headers: { cookie: cookies } })
    ).json()
    const writer = clientOf(instance.address, info.writeKey)
    await writer(eventsContract.ingestEvents, {
      body: { name: 'Signed up', user: { email: 'ada@readers.example' } },
    } as never)
    await button('1 person entered').first().waitFor()
    await see('1 waiting')
    await see('Delivered')
  })

  it('reads the mail as Ada: the opening and the click are counted', async () => {
    const flow = page.url()
    const mail = await openMail('ada@readers.example', /Hello Ada/)
    const answered = page.context().waitForEvent('response', (reply) => reply.url().includes('/t/c/'))
    const [target] = await Promise.all([
      page.context().waitForEvent('page'),
      mail.locator('a[href*="/t/c/"]').first().click(),
    ])
    expect((await answered).headers().location).toBe('https://newcomer.example/start')
    await target.close()
    await page.goto(flow)
    await page.getByText('100.0%').nth(2).waitFor()
    await open('/people?search=ada')
    await page.getByText('ada@readers.example').click()
    await see(/Clicked/)
  })

  it('unsubscribes as Ada, and it holds', async () => {
    const mail = await openMail('ada@readers.example', /Hello Ada/)
    const href = await mail
      .getByRole('link', { name: /unsubscribe/i })
      .first()
      .getAttribute('href')
    const reader = await openWindow(browser, wrong, {})
    await reader.goto(String(href))
    await reader.getByRole('button', { name: 'Unsubscribe from all emails' }).click()
    await reader.getByRole('heading', { name: 'You are unsubscribed', exact: true }).waitFor()
    await reader.context().close()
    await open('/people?search=ada')
    await page.getByText('ada@readers.example').click()
    await see(/Unsubscribed/)
  })

  it('signs out and in again, and comes back to where it was', async () => {
    await page
      .getByRole('button', { name: /profile|account menu|Mara/i })
      .last()
      .click()
    await page.getByRole('menuitem', { name: /Log out/ }).click()
    await page.waitForURL('**/login**')
    await open('/segments')
    await page.waitForURL('**/login?origin=**')
    await page.getByLabel('Email').fill(OWNER)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await button('Log in').click()
    await page.waitForURL('**/segments')
    await page.getByRole('heading', { name: 'All people' }).waitFor()
    expect(wrong).toEqual([])
  })

  it.each([
    '/dashboard',
    '/people',
    '/segments',
    '/segments/new',
    '/emails',
    '/flows',
    '/people/imports',
    '/mailbox',
    '/settings/account',
    '/settings/api-keys',
    '/settings/email/addresses',
    '/settings/tags',
    '/settings/fields',
    '/profile',
  ])('shows nothing at %s that axe finds, in light and in dark', async (path) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await open(path)
      expect(await findings(page), `${path} ${colorScheme}`).toEqual([])
    }
  })
})
