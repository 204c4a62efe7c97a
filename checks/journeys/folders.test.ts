import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findings, keepPictureOfFailures, untilItStands } from './page.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
let page: Page

beforeAll(async () => {
  stage = await openStage({ isSeeded: true })
  page = await stage.pageOf(stage.owner)
})
afterAll(() => stage?.close())

keepPictureOfFailures(() => page)

const open = (path: string) => page.goto(path)
const folder = (name: string, on = page) =>
  on.locator('[data-tree]').getByRole('button', { name: new RegExp(`^${name} *\\d`) })
const countIn = async (name: string) => Number((await folder(name).textContent())?.replace(/\D/g, ''))
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
const rows = () => page.locator('tbody tr').count()
const saved = () =>
  page.waitForResponse((reply) => reply.url().includes('/v1/folders') && reply.request().method() !== 'GET')

/** Drags as a hand does: press, a few moves, let go; answers when the server has answered. */
const drag = async (what: Locator, to: Locator, part = 0.5) => {
  await untilItStands(page)
  const answer = saved()
  await what.hover()
  await page.mouse.down()
  const box = (await to.boundingBox())!
  await page.mouse.move(box.x + 60, box.y + box.height * part - 2, { steps: 6 })
  await page.mouse.move(box.x + 60, box.y + box.height * part)
  await page.mouse.up()
  return answer
}

describe('keeping order in a long list', () => {
  it('makes a folder where it stands, and another one inside', async () => {
    await open('/flows')
    await page.getByRole('button', { name: 'New folder' }).click()
    await page.getByLabel('Name of the folder').fill('Experiments')
    await page.keyboard.press('Enter')
    await folder('Experiments').hover()
    await page.getByRole('button', { name: 'Actions for the folder Experiments' }).click()
    await page.getByRole('menuitem', { name: 'New folder inside' }).click()
    const made = saved()
    await page.getByLabel('Name of the folder').fill('Winners')
    await page.keyboard.press('Enter')
    await made
    await folder('Winners').waitFor()
    expect(await findings(page, 'aside, [data-tree]')).toEqual([])
  })

  it('drags a flow into it, shows it there, and keeps that over a reload', async () => {
    await drag(row('Webinar follow-up').getByRole('link').first(), folder('Winners'))
    await expect.poll(() => countIn('Experiments')).toBe(1)
    await folder('Experiments').click()
    await page.waitForURL(/folder=/)
    await expect.poll(rows).toBe(1)
    await page.reload()
    await row('Webinar follow-up').waitFor()
    await expect.poll(rows).toBe(1)
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Experiments')
    // Which folders are open was kept too.
    await folder('Winners').waitFor()
  })

  it('puts what is made in a folder into that folder', async () => {
    await page.getByRole('button', { name: 'New flow' }).click()
    await page.getByLabel('Name').fill('Try something')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/flows\/\d+/)
    await open('/flows')
    await folder('Experiments').click()
    await row('Try something').waitFor()
    await expect.poll(rows).toBe(2)
  })

  it('nests and reorders folders by dragging', async () => {
    await drag(folder('Experiments'), folder('Onboarding'), 0.1)
    const names = () => page.locator('[data-tree] > li > [data-line] button[data-name]').allTextContents()
    await expect.poll(async () => (await names())[0]).toMatch(/^Experiments/)
    await drag(folder('Experiments'), folder('Onboarding'))
    await page.getByRole('button', { name: 'Open Onboarding' }).or(folder('Experiments')).first().waitFor()
    await expect.poll(async () => (await names())[0]).toMatch(/^Onboarding/)
    await expect.poll(() => countIn('Onboarding')).toBe(3)
  })

  it('moves by keyboard alone', async () => {
    const open = page.getByRole('button', { name: 'Open Onboarding' })
    await untilItStands(page)
    if (await open.isVisible()) await open.click()
    await folder('Experiments').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Move to…' }).waitFor()
    await untilItStands(page)
    const moved = saved()
    await page.getByRole('menuitem', { name: 'Move to…' }).press('Enter')
    await page.getByRole('combobox', { name: 'Search' }).fill('no other')
    await page.keyboard.press('Enter')
    expect((await moved).status()).toBe(200)
    const renamed = saved()
    await folder('Experiments').focus()
    await page.keyboard.press('F2')
    await page.keyboard.type('Trials')
    await page.keyboard.press('Enter')
    await renamed
    await folder('Trials').waitFor()
    await expect.poll(() => countIn('Onboarding')).toBe(1)
  })

  it('gives the focus back to the row whose menu, or a dialog out of it, is left', async () => {
    await open('/flows')
    await untilItStands(page)
    const dots = page.getByRole('button', { name: 'Actions for Churn risk: usage drop' })
    const isBack = () => dots.evaluate((button) => button === document.activeElement)
    const rename = page.getByRole('menuitem', { name: 'Rename…' })
    await dots.focus()
    await page.keyboard.press('Enter')
    await rename.waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(isBack).toBe(true)
    await rename.waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await rename.waitFor()
    // The menu takes the focus a moment after it is there.
    await untilItStands(page)
    await rename.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(isBack).toBe(true)
  })

  it('makes favorites with the star, and takes them back', async () => {
    await open('/flows')
    await row('Churn risk').hover()
    await page.getByRole('button', { name: 'Favorite Churn risk: usage drop' }).click()
    await page.getByText('Added to favorites.').waitFor()
    await page.getByRole('button', { name: /^Favorites/ }).click()
    await page.waitForURL(/folder=favorites/)
    await expect.poll(rows).toBe(2)
    await page.getByRole('button', { name: 'Favorite Churn risk: usage drop' }).click()
    await page.getByText('Removed to favorites.').waitFor()
    await expect.poll(rows).toBe(1)
  })

  it('loses nothing when two tabs arrange at once', async () => {
    await open('/flows')
    await folder('Lifecycle').waitFor()
    const other = await page.context().newPage()
    await other.goto(`/flows`)
    await folder('Lifecycle', other).waitFor()
    await drag(row('Trial onboarding').getByRole('link').first(), folder('Lifecycle'))
    const moved = other.waitForResponse((reply) => reply.request().method() === 'PATCH')
    await other.getByRole('button', { name: 'Actions for Try something' }).click()
    await other.getByRole('menuitem', { name: 'Move to folder…' }).click()
    await other.getByRole('option', { name: 'Lifecycle' }).click()
    expect((await moved).status()).toBe(200)
    await other.close()
    await open('/flows')
    await folder('Lifecycle').click()
    await row('Try something').waitFor()
    await row('Trial onboarding').waitFor()
    await expect.poll(() => countIn('Lifecycle')).toBe(3)
  })

  it('takes a move back where the server refuses it, and says so', async () => {
    await open('/flows')
    await folder('Trials').waitFor()
    const before = await countIn('Trials')
    await page.route('**/v1/folders/*', (route) => route.abort())
    await untilItStands(page)
    await row('Churn risk').getByRole('link').first().hover()
    await page.mouse.down()
    const box = (await folder('Trials').boundingBox())!
    await page.mouse.move(box.x + 60, box.y + 14, { steps: 6 })
    await page.mouse.move(box.x + 60, box.y + 15)
    await page.mouse.up()
    await page.getByText("Couldn't move item.").waitFor()
    await page.unroute('**/v1/folders/*')
    await expect.poll(() => countIn('Trials')).toBe(before)
  })

  it('says what deleting does, and archives the flows in it', async () => {
    await folder('Trials').focus()
    await page.keyboard.press('Delete')
    await page.getByText('1 flow in it is archived, and switched off if it runs.').waitFor()
    await page.getByText('The 1 folder in it will be deleted too.').waitFor()
    const gone = saved()
    await page.getByRole('button', { name: 'Delete folder' }).click()
    expect((await gone).status()).toBe(200)
    await folder('Trials').waitFor({ state: 'detached' })
    await row('Webinar follow-up').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Archived/ }).click()
    await row('Webinar follow-up').waitFor()
  })

  it('keeps segments, emails, tags and fields in order too', async () => {
    await open('/segments')
    await folder('Customers').click()
    await page.getByRole('button', { name: /^Paying teams/ }).click()
    await page.waitForURL(/folder=\d+/)
    await drag(page.getByRole('button', { name: /^Agencies/ }), folder('Customers'))
    await expect.poll(() => countIn('Customers')).toBe(3)
    expect(await findings(page, 'aside, [data-tree]')).toEqual([])
    for (const [path, item] of [
      ['/emails', 'Webinar: thank you'],
      ['/settings/tags', 'newsletter'],
      ['/settings/fields', 'Company'],
    ] as const) {
      await open(path)
      await row(item).first().waitFor()
      await page.getByRole('button', { name: 'New folder' }).first().click()
      const made = saved()
      await page.getByLabel('Name of the folder').fill('Mine')
      await page.keyboard.press('Enter')
      await made
      await drag(row(item).first().locator('td').first(), folder('Mine'))
      await folder('Mine').click()
      await expect.poll(rows).toBe(1)
    }
  })

  it('stands in a drawer where there is no room', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    await open('/flows')
    await page.getByRole('button', { name: 'Folders' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'New folder' }).waitFor()
    await folder('Lifecycle').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await row('Trial onboarding').waitFor()
    expect(stage.wrong).toEqual([])
  })
})
