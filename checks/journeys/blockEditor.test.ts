import { emailsContract } from '@millrace/emails/contract'
import { peopleContract } from '@millrace/people/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FlowStage, openFlowStage } from './flowStage.ts'
import { findings, keepPictureOfFailures } from './page.ts'

let stage: FlowStage
let page: Page
const known = { email: 0, other: 0 }

const EMPTY = { body: { rows: [], values: { contentWidth: '600px', backgroundColor: '#f4f4f6' } } }
const PEOPLE = ['ann', 'bob'].map((name) => ({ email: `${name}@readers.example`, firstName: name }))

beforeAll(async () => {
  stage = await openFlowStage('blocks.example')
  const fromEmail = await stage.verifySender()
  await stage.owner(peopleContract.savePeople, { query: {}, body: PEOPLE })
  await stage.owner(peopleContract.addTag, { body: { email: 'ann@readers.example', tag: 'paying' } })
  const make = async (name: string) => {
    const editor = { type: 'unlayer' as const, state: EMPTY }
    const body = { name, subject: `News of ${name}`, fromEmail, editor }
    return (await stage.owner(emailsContract.createEmail, { body })).email.id
  }
  known.email = await make('many blocks')
  known.other = await make('another')
  page = await stage.pageOf(stage.owner)
})
afterAll(() => stage?.close())
keepPictureOfFailures(() => page)

const tile = (name: string) => page.getByRole('button', { name, exact: true })
const settings = () => page.getByRole('complementary', { name: 'Settings' })
const design = async (id: number) => {
  const { version } = await stage.owner(emailsContract.latestVersion, { params: { id } })
  return JSON.stringify(version.editor.state)
}

describe('a mail of many kinds of blocks', () => {
  it('is put together from tiles, each with its settings', async () => {
    await page.goto(`/emails/${known.email}`)
    await tile('Heading').click()
    await tile('Menu').click()
    await settings().getByLabel('Words of item 1').fill('Start here')
    await tile('Table').click()
    await settings().getByLabel('Row 1, column 2').fill('€25')
    await settings().getByRole('button', { name: 'Add a row' }).click()
    await settings().getByLabel('Row 3, column 1').fill('Enterprise')
    await tile('Social').click()
    await settings().getByRole('button', { name: 'Remove network 1' }).click()
    await tile('Video').click()
    await settings().getByLabel('Address', { exact: true }).fill('https://youtu.be/dQw4w9WgXcQ')
    await expect
      .poll(() => page.locator('[data-block]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))))
      .toEqual(['Heading block', 'Menu block', 'Table block', 'Social block', 'Video block'])
    await page.getByText('Enterprise').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved just now', { exact: true }).waitFor()
    expect(await design(known.email)).toContain('"videoId":"dQw4w9WgXcQ"')
  })

  it('keeps a row, which another email takes', async () => {
    await page.getByRole('button', { name: 'Row 1: select or drag' }).focus()
    await page.keyboard.press('Enter')
    await settings().getByRole('button', { name: 'Save row' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save this row' })
    await dialog.getByLabel('Name').fill('Plans and links')
    await dialog.getByRole('button', { name: 'Save row' }).click()
    await page.getByText('Row saved.').waitFor()
    await page.goto(`/emails/${known.other}`)
    await page.getByRole('tab', { name: 'Rows' }).click()
    await page.getByLabel('Search saved rows').fill('plans')
    await page.getByRole('button', { name: 'Insert Plans and links' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: 'Table block' }).getByText('Enterprise').waitFor()
    expect(await findings(page, 'main')).toEqual([])
    await page.keyboard.press('Control+z')
    await page.getByText('The mail is empty').waitFor()
    await page.keyboard.press('Control+Shift+z')
    await page.getByRole('group', { name: 'Table block' }).waitFor()
  })

  it('shows a row to those with a tag, in what they get', async () => {
    await page.getByRole('tab', { name: 'Content' }).click()
    await tile('Text').click()
    await page.getByRole('textbox', { name: 'Text', exact: true }).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Thank you for paying')
    await page.getByRole('button', { name: 'Row 1: select or drag' }).focus()
    await page.keyboard.press('Enter')
    await tile('Row with one column').click()
    await tile('HTML').click()
    await settings().getByLabel('HTML').fill('<p>For everybody</p>')
    await page.getByRole('button', { name: 'Row 1: select or drag' }).focus()
    await page.keyboard.press('Enter')
    await settings().getByRole('button', { name: 'Always' }).click()
    const dialog = page.getByRole('dialog', { name: 'Show this row when' })
    await dialog.getByRole('button', { name: /^How they are tagged/ }).click()
    await dialog.getByRole('button', { name: 'Choose a tag' }).click()
    await page.getByRole('option', { name: /^paying/ }).click()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.locator('[data-row="0"]').getByText('has tag paying').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved just now', { exact: true }).waitFor()
    for (const { email } of PEOPLE) {
      const personId = await stage.personId(email)
      const body = { email: { id: known.other }, sendTo: [email], personId }
      await stage.owner(emailsContract.sendTestEmail, { body })
    }
    // How often the words stand in the mail: once in its HTML, once in its plain text.
    const read = async (email: string) => {
      const { source } = await stage.mailTo(email)
      const whole = source.replace(/=\r?\n/g, '')
      return ['Enterprise', 'Thank you for paying', 'For everybody'].map((words) => whole.split(words).length - 1)
    }
    expect(await read('ann@readers.example')).toEqual([2, 2, 2])
    expect(await read('bob@readers.example')).toEqual([0, 0, 2])
  })

  it('is seen as each of them gets it, on a phone and in the dark', async () => {
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    const frame = page.frameLocator('iframe[title="The mail"]')
    await frame.getByText('For everybody').waitFor()
    expect(await frame.getByText('Enterprise').count()).toBe(0)
    await page.locator('input[aria-label="Show as"]').fill('ann')
    await page.getByRole('option', { name: /ann@readers/ }).click()
    await frame.getByText('Enterprise').waitFor()
    await page.getByRole('switch', { name: 'Dark' }).press('Space')
    await expect.poll(() => frame.locator('html').evaluate((html) => getComputedStyle(html).filter)).toContain('invert')
  })
})
