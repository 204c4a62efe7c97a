import { flowsContract } from '@millrace/flows/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FlowStage, openFlowStage, stepOn } from './flowStage.ts'
import { keepPictureOfFailures } from './page.ts'

let stage: FlowStage
let page: Page
const known = { flow: 0 }

beforeAll(async () => {
  stage = await openFlowStage('keys.example')
  page = await stage.pageOf(stage.owner)
})
afterAll(() => stage?.close())
keepPictureOfFailures(() => page)

const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
/** What has the focus, by what it is called. */
const focused = () =>
  page.evaluate(() => {
    const element = document.activeElement
    const name = element?.getAttribute('aria-label') ?? element?.textContent ?? ''
    return element === document.body ? 'nothing' : name
  })
const isAt = (name: RegExp) => expect.poll(focused).toMatch(name)
/** The step that has the focus itself; not something in it. */
const stepHere = () => page.evaluate(() => document.activeElement?.matches('.react-flow__node-step') ?? false)
const isAtStep = async (name: RegExp) => {
  await isAt(name)
  expect(await stepHere()).toBe(true)
}
const count = (number: number) => expect.poll(() => page.locator('.react-flow__node-step').count()).toBe(number)
const panel = (name: string) => page.getByRole('region', { name: `${name} settings` })
const outline = () => page.getByRole('dialog', { name: 'Outline' })
const button = (name: string | RegExp) => page.getByRole('button', { name })

/** Adds a step by the key for it, and waits until one is in its settings. */
const add = async (words: string, name: string) => {
  await press('a')
  await isAt(/^Search steps$/)
  await page.keyboard.type(words)
  await press('Enter')
  await expect.poll(() => panel(name).evaluate((one) => one.contains(document.activeElement))).toBe(true)
  // The panel slides in: the page must not be moved to where it comes from.
  expect(await page.evaluate(() => [...document.querySelectorAll('*')].some(({ scrollLeft }) => scrollLeft > 0))).toBe(
    false,
  )
}

describe('a flow, by keyboard alone', () => {
  it('is built: each new step opens behind the one that one is at, and Escape leads back to it', async () => {
    await page.goto('/flows?create-flow=1')
    await page.getByLabel('Name').waitFor()
    await page.keyboard.type('By hand, without a mouse')
    await press('Enter')
    await page.waitForURL(/\/flows\/\d+/)
    known.flow = Number(/\/flows\/(\d+)/.exec(page.url())?.[1])
    await button('Choose a trigger').waitFor()
    await add('event', 'Event')
    await page.keyboard.type('Came')
    await press('Escape', 'Control+Enter')
    await stepOn(page, 'Event Came').waitFor()
    await press('Escape')
    await isAtStep(/^Event$/)
    await add('wait', 'Wait')
    await press('Escape')
    await isAtStep(/^Wait 1 day$/)
    await press('a')
    await isAt(/^Search steps$/)
    await page.keyboard.type('condition')
    await press('Escape')
    await isAtStep(/^Wait 1 day$/)
    // What was searched before is not searched again.
    await add('end flow', 'End flow')
    await press('Escape')
    await isAtStep(/^End flow$/)
    await press('ArrowUp', 'ArrowUp')
    await isAtStep(/^Event$/)
    await press('ArrowDown')
    await isAtStep(/^Wait 1 day$/)
    const { integration } = await stage.owner(flowsContract.getFlow, { params: { id: known.flow }, query: {} })
    expect(integration.links).toHaveLength(2)
  })

  it('keeps the focus while a step is set, pasted, duplicated, deleted and brought back', async () => {
    await press('Enter')
    const length = panel('Wait').getByLabel('Length')
    await length.fill('3')
    await button('Save step').focus()
    await press('Enter')
    await stepOn(page, 'Wait 3 days').waitFor()
    await isAt(/^Save step$/)
    await press('Escape')
    await isAtStep(/^Wait 3 days$/)
    const here = () => page.evaluate(() => document.activeElement?.getAttribute('data-id'))
    const first = await here()
    await press('Control+c', 'Control+v')
    await count(4)
    await expect.poll(here).not.toBe(first)
    await isAtStep(/^Wait 3 days$/)
    await press('Delete')
    await count(3)
    await expect.poll(stepHere).toBe(true)
    await press('Control+z')
    await count(4)
    await press('Control+z')
    await count(3)
    await press('Control+a', 'Escape')
    expect(await page.locator('.react-flow__node.selected').count()).toBe(0)
  })

  it('is linked and cut in its outline, and undone there', async () => {
    await press('o')
    await isAt(/^Outline/)
    const cut = outline().getByRole('button', { name: 'Delete the link to End flow' })
    await cut.focus()
    await press('Enter')
    await cut.waitFor({ state: 'hidden' })
    await isAt(/^Wait 3 days/)
    await press('Enter')
    const link = outline().getByRole('combobox', { name: 'Link Wait 3 days to' })
    await link.focus()
    await page.keyboard.type('End')
    await page.getByRole('option', { name: 'End flow' }).waitFor()
    await press('ArrowDown')
    await page.locator('[role=option][data-combobox-selected]', { hasText: 'End flow' }).waitFor()
    await press('Enter')
    await cut.waitFor()
    await outline().getByRole('button', { name: 'Wait 3 days' }).first().focus()
    await press('Control+z')
    await cut.waitFor({ state: 'hidden' })
    await press('Control+Shift+z')
    await cut.waitFor()
  })

  it('gives the focus back inside the outline, too, when a question is not answered', async () => {
    await stage.owner(flowsContract.updateFlow, { params: { id: known.flow }, body: { status: 'on' } })
    await page.reload()
    const cut = outline().getByRole('button', { name: 'Delete the link to End flow' })
    await cut.focus()
    await press('Enter')
    await isAt(/^Edit active flow$/)
    await press('Escape')
    await isAt(/^Delete the link to End flow$/)
    await press('Escape')
    await outline().waitFor({ state: 'hidden' })
    expect(stage.wrong).toEqual([])
  })
})

describe('the bar at the top, by keyboard alone', () => {
  it.each([['People'], ['Metrics'], ['Help'], [/profile menu$/]])(
    'leaves the menu %s by Escape where it was',
    async (name) => {
      await page.goto('/flows')
      const menu = page.getByRole('banner').getByRole('button', { name })
      await menu.focus()
      await press('Enter')
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('menuitem')
      await press('Escape')
      await expect.poll(() => menu.evaluate((one) => one === document.activeElement)).toBe(true)
    },
  )

  it('goes back to the menu that a dialog came from', async () => {
    await button('Help').focus()
    await press('Enter')
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).focus()
    await press('Enter')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await isAt(/^Close$/)
    await press('Escape')
    await isAt(/^Help$/)
  })
})

describe('the conditions of a segment, by keyboard alone', () => {
  it('go in where one is added, and on to the next where one is removed', async () => {
    await page.goto('/segments')
    await button(/New segment/)
      .first()
      .focus()
    await press('Enter')
    await button(/^What is known of them/).focus()
    await press('Enter')
    await isAt(/Choose a field/)
    await page.getByRole('button', { name: 'Condition', exact: true }).focus()
    await press('Enter')
    await isAt(/^Field$/)
    await press('ArrowDown', 'Enter')
    await isAt(/has done/)
    const remove = button('Remove condition')
    await remove.last().focus()
    await press('Enter')
    await isAt(/Choose a field/)
    await remove.focus()
    await press('Enter')
    await isAt(/^What is known of them/)
    expect(stage.wrong).toEqual([])
  })
})
