import { objectsContract } from '@millrace/objects/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keepPictureOfFailures } from './page.ts'
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
  expect(await item('Tag').count()).toBe(0)
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
  expect(await page.getByText('Bakery').count()).toBe(0)
  await button(/^Software houses *2/).waitFor()
  await button('All companies').click()
  await see('Bakery')
})

it('it is edited and deleted from there', async () => {
  await button(/^Software houses *2/).click()
  await button('Edit conditions').click()
  await page.waitForURL(/\/segments\/\d+$/)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await item('Delete').click()
  await see('Its 2 companies stay.')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete segment' }).click()
  await see('✅ Segment deleted.')
  await page.waitForURL(/\/objects\/company$/)
  await see('Bakery')
  expect(stage.wrong).toEqual([])
})
