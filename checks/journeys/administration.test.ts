import { accountsContract } from '@millrace/accounts/contract'
import { emailsContract } from '@millrace/emails/contract'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, register } from '../instance/client.ts'
import { findings, keepPictureOfFailures } from './page.ts'
import { openStage, PASSWORD, type Stage } from './stage.ts'

let stage: Stage
/** The administrator's window, and the customer's. */
let page: Page
let theirs: Page
let bakery: Client
let accountId: number
let emailId: number

const admin = 'ops@millrace.example'

beforeAll(async () => {
  stage = await openStage({ email: admin, env: { MODERATION: 'true' } })
  const database = new pg.Client({ connectionString: stage.database })
  await database.connect()
  await database.query('update members set is_admin = true where email = $1', [admin])
  await database.end()
  bakery = await register(stage.address, 'lena@bakery.example', PASSWORD)
  accountId = (await bakery(accountsContract.accountInfo)).accountId
  const editor = { type: 'preview' as const, state: null, html: '<p>Fresh bread.</p>' }
  const body = { name: 'Welcome', subject: 'Fresh bread', fromEmail: 'lena@bakery.example', editor }
  emailId = (await bakery(emailsContract.createEmail, { body } as never)).email.id
  page = await stage.pageOf(stage.owner)
  theirs = await stage.pageOf(bakery)
})
afterAll(() => stage?.close())

keepPictureOfFailures(() => page)

const button = (name: string, on = page) => on.getByRole('button', { name, exact: true })
const emailNow = async () => (await bakery(emailsContract.getEmail, { params: { id: emailId } })).email

describe('whoever looks after the accounts of an installation', () => {
  it('finds what waits for a look, and approves it as it would be sent', async () => {
    await page.goto('/admin/moderation')
    await page
      .getByRole('table', { name: 'Accounts that wait' })
      .getByRole('link', { name: /lena@bakery/ })
      .click()
    await page.waitForURL(`**/admin/${accountId}`)
    const frame = page.frameLocator('iframe[title="Body of Welcome"]')
    await frame.getByText('Fresh bread.').waitFor()
    expect(await findings(page)).toEqual([])
    await button('Approve').click()
    await page.getByText('No email waits for a look.').waitFor()
    expect((await emailNow()).canSpamCompliance).toBe('manually_approved')
  })

  it('refuses with a reason', async () => {
    await page.getByText('All', { exact: true }).click()
    await page.getByRole('button', { name: /Fresh bread/ }).click()
    await button('Refuse…').click()
    await button('Refuse the email').click()
    await page.getByText('Please say why.').waitFor()
    await page.getByRole('textbox', { name: 'Reason' }).fill('A list that was bought.')
    await button('Refuse the email').click()
    await page.getByText('A list that was bought.').first().waitFor()
    expect((await emailNow()).canSpamCompliance).toBe('rejected')
    await theirs.goto(`/emails/${emailId}`)
    await theirs
      .getByRole('alert')
      .getByText(/may not be sent: “A list that was bought.”/)
      .waitFor()
    expect(await findings(theirs)).toEqual([])
  })

  it('pauses the sending of an account, whose members are told when they send', async () => {
    await button('Pause sending').click()
    await page.getByRole('textbox', { name: 'Reason' }).fill('Too many complaints.')
    await page.getByRole('dialog').getByRole('button', { name: 'Pause sending' }).click()
    await page.getByText(/kept back since/).waitFor()
    expect(await findings(page)).toEqual([])
    await theirs.goto('/emails')
    await button('Email Sending Paused', theirs).click()
    await theirs
      .getByRole('dialog', { name: 'Email Sending Paused' })
      .getByText(/manual review/)
      .waitFor()
    expect(await findings(theirs)).toEqual([])
  })

  it('lets it go on, and nobody else comes here', async () => {
    await button('Resume sending').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Resume sending' }).click()
    await page.getByText(/kept back since/).waitFor({ state: 'detached' })
    const { issues } = await bakery(accountsContract.accountIssues)
    expect(issues.map(({ name }) => name)).toEqual(['emails-sent'])
    await theirs.goto('/admin/accounts')
    await theirs.waitForURL('**/dashboard')
    expect(stage.wrong).toEqual([])
  })
})
