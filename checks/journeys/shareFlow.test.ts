import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Instance, newDataDir, removeDataDir, startInstance } from '../instance/instance.ts'
import { openBrowser } from './browser.ts'
import { keepPictureOfFailures, openWindow } from './page.ts'

const PASSWORD = 'correct horse battery'
const STRANGER = 'tess@stranger.example'

let instance: Instance
let mine: Page
let browser: Browser
let page: Page
const known = { flow: 0, link: '' }
const wrong: string[] = []
const dataDir = newDataDir()

beforeAll(async () => {
  instance = await startInstance({ dataDir, env: { TEST_MODE: 'false' } })
  browser = await openBrowser()
  // The page's own policy holds.
  mine = await openWindow(browser, [], { bypassCSP: false })
  page = await openWindow(browser, wrong, { bypassCSP: false })
})
afterAll(async () => {
  await browser?.close()
  await instance?.stop()
  removeDataDir(dataDir)
})
keepPictureOfFailures(() => page)

const button = (name: string | RegExp) => page.getByRole('button', { name })
const step = (text: string) => page.locator('.react-flow__node-step').filter({ hasText: text })

/** Goes through the registration as it stands. */
const signUp = async (who: Page, email: string, name: string, site: string) => {
  const press = (label: string) => who.getByRole('button', { name: label }).click()
  await who.getByLabel('Work email').fill(email)
  await press('Sign Up Now')
  await who.getByLabel(/name/i).first().fill(name)
  await who.keyboard.press('Enter')
  await who.getByLabel('Company site').fill(site)
  await press('Finish Signup and Get My Emails')
  const goal = who.getByLabel('Your number one goal')
  const password = who.getByLabel('Password', { exact: true })
  await goal.or(password).first().waitFor()
  if (await goal.isVisible()) {
    await goal.fill('Fewer trials that go quiet')
    await press('To Final Step')
  }
  await password.fill(PASSWORD)
  await press('Take me to my account')
}

describe('a flow that is shared with a stranger', () => {
  it('begins as a recipe and gets a link in the dialog of its owner', async () => {
    await mine.goto(`${instance.address}/register`)
    await signUp(mine, 'mara@sharing.example', 'Mara Sharing', 'sharing.example')
    await mine.getByRole('heading', { name: /Welcome, Mara/ }).waitFor()
    await mine.goto(`${instance.address}/flows?create-flow=1`)
    await mine.getByText('Activation nudge').first().click()
    await mine.getByRole('button', { name: 'Use this recipe' }).click()
    await mine.waitForURL(/\/flows\/\d+$/)
    known.flow = Number(mine.url().split('/').at(-1))
    await mine.goto(`${instance.address}/flows/${known.flow}?panel=share`)
    const link = mine.getByRole('textbox', { name: 'Link' })
    await expect.poll(() => link.inputValue()).toContain(`/flows/${known.flow}?read-only-auth=`)
    known.link = await link.inputValue()
  })

  it('is read without signing in: its steps, a mail and a segment, under one button', async () => {
    await page.goto(known.link)
    await step('Signed up, gone quiet').first().waitFor()
    const buttons = page.getByRole('banner').getByRole('button')
    await expect.poll(() => buttons.allTextContents()).toEqual(['Copy this flow to your account'])
    await step('Nudge: pick up where you left').first().click()
    await page.getByText('Your work is where you left it').waitFor()
    await page.frameLocator('aside iframe').getByText('Pick it up where you left it.').waitFor()
    await step('Still away?').first().click()
    await page.getByRole('complementary').getByRole('link', { name: 'Signed up, gone quiet' }).click()
    await page.getByRole('heading', { name: 'Signed up, gone quiet' }).waitFor()
    await page.getByRole('link', { name: 'Back to the flow' }).click()
    await step('Still away?').first().waitFor()
  })

  it('is copied once the stranger has registered, and stands with its mails and segments', async () => {
    await button('Copy this flow to your account').click()
    await page.getByRole('link', { name: 'Start a free trial' }).click()
    await signUp(page, STRANGER, 'Tess Stranger', 'stranger.example')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Signed up, gone quiet').waitFor()
    await dialog.getByRole('button', { name: 'Copy flow' }).click()
    await dialog.getByText(/With it came 2 mails, 1 segment/).waitFor()
    await dialog.getByRole('button', { name: 'Open the copy' }).click()
    await page.waitForURL(/\/flows\/\d+$/)
    await step('Nudge: pick up where you left').first().waitFor()
    await page.getByText('Ready as it is.').waitFor()
  })

  it('can be switched on as soon as the sender is verified', async () => {
    const flow = page.url()
    await page.getByRole('switch', { name: 'Draft' }).click()
    await page.getByText(`Address ${STRANGER} has not been verified for sending email.`).first().waitFor()
    // Nothing was changed, so nothing is unsaved.
    expect(await page.getByText('Not saved').count()).toBe(0)
    await page.goto(`${instance.address}/settings/email/addresses`)
    await page.getByLabel('Add an address').fill(STRANGER)
    await page.keyboard.press('Enter')
    await page.getByText('Verification email sent').first().waitFor()
    await page.goto(`${instance.address}/mailbox`)
    await page.getByLabel('Search mail').fill(STRANGER)
    await page
      .getByRole('list', { name: 'Mails' })
      .getByText(/confirm|verify/i)
      .first()
      .click()
    const confirm = page.frameLocator('article iframe').getByRole('link').first()
    await page.goto(String(await confirm.getAttribute('href')))
    await page.getByRole('button', { name: 'Confirm this address' }).click()
    await page.getByRole('heading', { name: 'Confirmed' }).waitFor()
    await page.goto(flow)
    await page.getByRole('switch', { name: 'Draft' }).click()
    await page.getByText('Flow activated.').first().waitFor()
    expect(wrong).toEqual([])
  })

  it('left the account that it came from as it was, and closes when sharing ends', async () => {
    const count = async (path: string, list: string) =>
      (await (await mine.request.get(instance.address + path)).json())[list].length
    expect(await count('/v1/emails', 'emails')).toBe(2)
    expect(await count('/v1/integrations', 'integrations')).toBe(1)
    await mine.getByRole('button', { name: 'Stop sharing' }).click()
    await mine.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).last().click()
    await mine.getByText('Sharing ended').first().waitFor()
    await page.goto(known.link)
    await page.getByText('This link does not work any more.').waitFor()
  })
})
