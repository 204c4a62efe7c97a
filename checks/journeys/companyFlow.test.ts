import { objectsContract } from '@millrace/objects/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findings, keepPictureOfFailures } from './page.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
let page: Page
const ids: Record<string, number> = {}

beforeAll(async () => {
  stage = await openStage({ email: 'mara@upgrades.example' })
  const { objects } = await stage.owner(objectsContract.createObjects, {
    params: { objectName: 'company' },
    body: [
      { externalId: 'acme', name: 'Acme', plan: 'free', stage: 'new' },
      { externalId: 'bakery', name: 'Bakery', plan: 'free', stage: 'new' },
    ] as never,
  })
  for (const { id, externalId } of objects) ids[externalId ?? ''] = id
  page = await stage.pageOf(stage.owner)
})
afterAll(() => stage?.close())
keepPictureOfFailures(() => page)

const button = (name: string | RegExp) => page.getByRole('button', { name })
const choose = async (label: string, option: string | RegExp) => {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option }).click()
}
const save = async () => {
  await button('Save step').click()
  await page.getByText('Saved just now').waitFor()
}

it('a flow of companies is made, with steps for companies alone', async () => {
  await page.goto(`/flows?create-flow=1`)
  await choose('Who goes through it', 'Companies')
  await page.getByLabel('Name', { exact: true }).fill('Upgrades')
  await button('Create flow').click()
  await page.waitForURL(/\/flows\/\d+/)
  await button('Choose a trigger').click()
  const popup = page.getByRole('dialog', { name: 'Add a step' })
  await popup.getByRole('button', { name: /^Created/ }).waitFor()
  await expect
    .poll(() => popup.getByRole('button', { name: /^(Send email|Add tag|Lead score|Event) / }).count())
    .toBe(0)
  await popup.getByRole('button', { name: /^Field changed/ }).click()
  await choose('Field', 'Plan')
  await page.getByLabel('To', { exact: true }).fill('pro')
  await save()
  await page.getByRole('button', { name: 'Close' }).first().click()
})

it('a wait comes after it, and the flow is switched on', async () => {
  await page
    .locator('button')
    .filter({ has: page.getByRole('img', { name: 'Add step' }).or(page.getByLabel('Add step')) })
    .last()
    .click()
  await page
    .getByRole('dialog', { name: 'Add the next step' })
    .getByRole('button', { name: /^Wait Waits/ })
    .click()
  await page.getByText('1 day after arriving here').first().waitFor()
  expect(await findings(page)).toEqual([])
  await page.getByRole('switch', { name: 'Draft' }).click()
  await page.getByRole('switch', { name: 'Active' }).waitFor()
})

it('a company whose plan changes enters it, and is shown by name', async () => {
  const change = (name: string, plan: string) =>
    stage.owner(objectsContract.updateObject, {
      params: { objectName: 'company', id: ids[name]! },
      body: { plan } as never,
    })
  await change('bakery', 'team')
  await change('acme', 'pro')
  await page.getByRole('button', { name: '1 waiting' }).click()
  const list = page.getByRole('list').filter({ has: page.getByRole('link', { name: 'Acme' }) })
  await list.waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Bakery' }).count()).toBe(0)
  await list.getByRole('link', { name: 'Acme' }).click()
})

it('its page says where it stands', async () => {
  await page.waitForURL(new RegExp(`/objects/company/${ids.acme}`))
  await page.getByRole('link', { name: 'Upgrades' }).waitFor()
  await page.getByText('Waiting', { exact: true }).waitFor()
  expect(await findings(page)).toEqual([])
  expect(stage.wrong).toEqual([])
})
