import { deliveryContract } from '@millrace/delivery/contract'
import { emailsContract } from '@millrace/emails/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../instance/client.ts'
import { type FlowStage, openFlowStage } from './flowStage.ts'
import { keepPictureOfFailures } from './page.ts'

let stage: FlowStage
let owner: Client
let page: Page
let fromEmail = ''

beforeAll(async () => {
  stage = await openFlowStage('journey.example')
  owner = stage.owner
  // The page's own policy holds: the visual editor must do without evaluated code.
  page = await stage.pageOf(owner, { bypassCSP: false })
  fromEmail = await stage.verifySender()
})
afterAll(() => stage?.close())
keepPictureOfFailures(() => page)

const begin = async (editor: string, name: string) => {
  await page.goto('/emails?create-email=1')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'Subject' }).fill(`About ${name}`)
  await page.getByRole('radio', { name: new RegExp(`^${editor}`) }).click()
  await page.getByRole('button', { name: 'Create email' }).click()
  await page.waitForURL(/\/emails\/\d+/)
}

/** What the built-in mailbox shows of the newest mail with these words in its subject. */
const newest = async (subject: string) => {
  const { mails } = await owner(deliveryContract.listMailbox, { query: { q: subject } })
  const id = mails[0]?.id
  return id ? ((await owner(deliveryContract.getMailboxMail, { params: { id } })).mail.text ?? '') : ''
}

const sendTest = async () => {
  await page.getByRole('button', { name: 'Send test' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Send a test' })
  await dialog.getByLabel('To').fill('reader@journey.example')
  await dialog.getByLabel('To').press('Enter')
  await dialog.getByRole('button', { name: 'Send test' }).click()
  await dialog.waitFor({ state: 'detached' })
}

it('rich text: a table by the slash menu reaches the reader', async () => {
  await begin('Rich text', 'letters')
  await page.getByRole('textbox', { name: 'Text of the mail' }).press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/tab')
  await page.getByRole('option', { name: 'Table' }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.tiptap th').first().waitFor()
  await page.keyboard.type('In the table')
  await sendTest()
  await expect.poll(() => newest('About letters')).toMatch(/in the table/i)
})

const MJML = `<mjml><mj-body><mj-section><mj-column>
  <mj-text>Hello {{ person.firstName }}</mj-text><mj-divider border-color="#dddddd" />
  <mj-image src="/logo.png" alt="6&quot; nails" /><mj-button href="https://a.example/?a=1&amp;b=2">Read more</mj-button>
</mj-column></mj-section></mj-body></mjml>`

it('visual: opening and pressing changes nothing, words written on the canvas are sent', async () => {
  const draft = { subject: 'About pictures', fromEmail }
  const editor = { type: 'visual' as const, state: { mjml: MJML } }
  const { email } = await owner(emailsContract.createEmail, { body: { name: 'pictures', ...draft, editor } })
  const params = { id: email.id }
  await page.goto(`/emails/${email.id}`)
  const canvas = page.frameLocator('iframe.gjs-frame')
  await canvas.getByText('Read more').click()
  await canvas.locator('.gjs-selected').first().waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/^Saved/).waitFor()
  const { versions } = await owner(emailsContract.listVersions, { params, query: {} })
  expect(versions.map(({ version, isDraft }) => [version, isDraft])).toEqual([[1, false]])
  await canvas.getByText('Hello').dblclick()
  await page.keyboard.press('End')
  await page.keyboard.type(' Right on the canvas.')
  await page.getByRole('textbox', { name: 'Subject' }).click()
  await page.getByText(/^Draft saved/).waitFor()
  await sendTest()
  await expect.poll(() => newest('About pictures')).toContain('Right on the canvas.')
  const { version } = await owner(emailsContract.latestVersion, { params })
  expect(version.editor.state?.mjml).toMatch(/<mj-image [^>]*alt="6&quot; nails"[^>]*><\/mj-image><mj-button/)
})

it('HTML: Liquid is broken, seen at its line, and mended', async () => {
  await begin('HTML', 'markup')
  const source = page.getByRole('textbox', { name: 'HTML of the mail' })
  await source.fill('<p>Hello</p>\n<p>{{ person.email | nofilter }}</p>')
  await page.getByRole('button', { name: /^Line 2, column 4/ }).waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText("Couldn't process Liquid tags", { exact: false }).first().waitFor()
  await source.fill('<p>Hello</p>\n<p>{{ person.email | upcase }}</p>')
  await page.getByRole('button', { name: /^Line 2/ }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/^Saved/).waitFor()
  expect(stage.wrong).toEqual([])
})

it('a snippet changes in a mail that shows it', async () => {
  const body = { name: 'Closing', content: '<p>See you soon</p>', type: 'HTML' as const }
  const { snippet } = await owner(emailsContract.createSnippet, { body })
  const html = '<p>Hello</p>{{ snippets.closing }}'
  const draft = { subject: 'About endings', fromEmail }
  const editor = { type: 'richtext' as const, state: { html } }
  const { email } = await owner(emailsContract.createEmail, { body: { name: 'Endings', ...draft, editor } })
  await page.goto(`/emails?view=Snippet&snippet=${snippet.id}`)
  await page.getByRole('link', { name: 'Endings' }).waitFor()
  await page.getByRole('textbox', { name: 'Content' }).press('Control+a')
  await page.keyboard.type('Farewell for now')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('All changes saved').waitFor()
  await page.goto(`/emails/${email.id}`)
  await sendTest()
  await expect.poll(() => newest('About endings')).toContain('Farewell for now')
})
