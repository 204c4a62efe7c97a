import { readFileSync } from 'node:fs'
import { objectsContract } from '@millrace/objects/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findings, keepPictureOfFailures } from './page.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
let page: Page

beforeAll(async () => {
  stage = await openStage({ email: 'mara@companies.example' })
  await stage.owner(objectsContract.createObjects, {
    params: { objectName: 'company' },
    body: [
      { externalId: 'acme', name: 'Acme', industry: 'Software' },
      { externalId: 'bakery', name: 'Bakery', industry: 'Food' },
      { externalId: 'tools', name: 'Tools', industry: 'Software' },
    ] as never,
  })
  page = await stage.pageOf(stage.owner)
})
afterAll(() => stage?.close())
keepPictureOfFailures(() => page)

const button = (name: string | RegExp) => page.getByRole('button', { name })
const item = (name: string | RegExp) => page.getByRole('menuitem', { name })
const see = (text: string | RegExp) => page.getByText(text).first().waitFor()

it('a segment of companies is built where the companies are listed', async () => {
  await page.goto(`/objects/company`)
  await see('Bakery')
  await see('None yet. A segment is a part of the companies')
  await button('New segment').click()
  await page.waitForURL(/\/segments\/new\?of=company/)
  await see('3 companies')
  await page
    .getByRole('region', { name: 'Conditions', exact: true })
    .getByRole('button', { name: 'Condition', exact: true })
    .click()
  await item('Field').waitFor()
  await expect.poll(() => item('Tag').count()).toBe(0)
  await item('Field').click()
  await button('Choose a field').click()
  await page.getByRole('option', { name: /^Industry/ }).click()
  await button(/^(Value of Industry|value)/i).click()
  await page.locator('input:focus').waitFor()
  await page.keyboard.type('software')
  await page.keyboard.press('Enter')
  await see(/% of 3 companies/)
  await see('Saved, the segment lists its companies.')
  await page.getByPlaceholder('Name this segment').fill('Software houses')
  await button('Save segment').click()
  await see('✅ Segment saved.')
  await page.getByRole('link', { name: 'All companies in this segment' }).click()
})

it('its companies are listed, and all of them again', async () => {
  await page.waitForURL(/\/objects\/company\?folder=\d+/)
  await see('2 companies')
  await expect.poll(() => page.getByText('Bakery').count()).toBe(0)
  await button(/^Software houses *2/).waitFor()
  await button('All companies').click()
  await see('Bakery')
})

it('it says how it grew and why a company is not in it; so does the company', async () => {
  await button(/^Software houses *2/).click()
  await button('Growth').click()
  await page.getByRole('region', { name: 'Growth of Software houses' }).getByText('2 companies today.').waitFor()
  await button('Explain').click()
  await page.getByRole('textbox', { name: 'Company' }).fill('bak')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Bakery/ })
    .click()
  await see('Bakery is not in Software houses.')
  expect(await findings(page, '[role=dialog]')).toEqual([])
  await page.getByRole('link', { name: 'Open Bakery' }).click()
  await button('Why Software houses').click()
  await see('Is Food')
  await page.getByRole('link', { name: 'Companies' }).click()
})

it('a field of all but one of its companies is set, and what is listed is exported', async () => {
  await button(/^Software houses *2/).click()
  await page.getByRole('checkbox', { name: /^Select all/ }).click()
  await page.getByRole('checkbox', { name: 'Select Tools' }).click()
  await see('1 selected')
  await button('Set field').click()
  await page.getByRole('combobox', { name: 'Field' }).click()
  await page.getByRole('option', { name: 'Industry' }).click()
  await page.getByLabel('Value').fill('Food')
  expect(await findings(page, '[role=dialog]')).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Set field' }).click()
  await see('1 company changed.')
  await button(/^Software houses *1/).waitFor()
  await page.getByRole('checkbox', { name: /^Select all/ }).click()
  await button('Export').click()
  await page.getByRole('radio', { name: /columns of this list/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  await see('1 company exported. A link was mailed to mara@companies.example.')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^companies-\d{4}-\d\d-\d\d\.csv$/)
  expect(readFileSync(await file.path(), 'utf8')).toContain(',Tools,')
  await button(/^Dismiss/)
    .first()
    .click()
  await button('All companies').click()
})

it('it is edited and deleted from there', async () => {
  await button(/^Software houses *1/).click()
  await button('Edit conditions').click()
  await page.waitForURL(/\/segments\/\d+$/)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await item('Delete').click()
  await see(/Its (1 company stays|2 companies stay)\./)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete segment' }).click()
  await see('✅ Segment deleted.')
  await page.waitForURL(/\/objects\/company$/)
  await see('Bakery')
  expect(stage.wrong).toEqual([])
})
