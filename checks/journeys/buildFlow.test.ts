import { deliveryContract } from '@millrace/delivery/contract'
import { flowsContract } from '@millrace/flows/contract'
import { peopleContract } from '@millrace/people/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FlowStage, openFlowStage, stepOn } from './flowStage.ts'
import { findings, keepPictureOfFailures } from './page.ts'

let stage: FlowStage
let page: Page
const known = { flow: 0 }

beforeAll(async () => {
  stage = await openFlowStage('building.example')
  const from = await stage.verifySender()
  await stage.email('Welcome', 'Welcome, {{ person.email }}', from)
  await stage.email('Need a hand', 'Shall we help?', from)
  // So that the field is known before anybody comes.
  await stage.owner(peopleContract.savePeople, { query: {}, body: [{ email: 'old@readers.example', plan: 'pro' }] })
  page = await stage.pageOf(stage.owner)
})
afterAll(() => stage?.close())
keepPictureOfFailures(() => page)

const button = (name: string | RegExp) => page.getByRole('button', { name })
const step = (words: string) => stepOn(page, words)
const see = (text: string | RegExp) => page.getByText(text).first().waitFor()

/** Adds a step behind another one by its dashed plus, and waits for its settings. */
const addAfter = async (words: string, plus: RegExp, kind: RegExp, settings: string) => {
  await step(words).first().getByRole('button', { name: plus }).click()
  const popup = page.getByRole('dialog')
  await popup.getByRole('button', { name: kind }).first().click()
  await popup.waitFor({ state: 'hidden' })
  const panel = page.getByRole('region', { name: `${settings} settings` })
  await panel.waitFor()
  return panel
}

const saveStep = async (words: string) => {
  await button('Save step').click()
  await step(words).first().waitFor()
}

const chooseEmail = async (name: string) => {
  await page.getByRole('combobox', { name: 'Email' }).click()
  await page.getByRole('option', { name }).click()
  await saveStep(name)
}

describe('the onboarding of a trial, from nothing', () => {
  it('is drawn by hand: a trigger, two mails, a wait, a condition and a goal', async () => {
    await page.goto('/flows?create-flow=1')
    await page.getByLabel('Name').fill('Trial onboarding')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/flows\/\d+/)
    known.flow = Number(/\/flows\/(\d+)/.exec(page.url())?.[1])
    await button('Choose a trigger').click()
    await page.getByLabel('Search steps').fill('event')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Event settings' }).getByLabel('Event', { exact: true }).fill('Trial began')
    await saveStep('Event Trial began')
    await addAfter('Event Trial began', /^Add step$/, /^Send email/, 'Send email')
    await chooseEmail('Welcome')
    const wait = await addAfter('Welcome', /^Add step$/, /^Wait(?! for)/, 'Wait')
    await wait.getByLabel('Length').fill('2')
    await saveStep('Wait 2 days')
    await addAfter('Wait 2 days', /^Add step$/, /^Condition/, 'Condition')
    await button('Add conditions').click()
    const dialog = page.getByRole('dialog', { name: 'People who match' })
    await dialog.getByRole('button', { name: 'Condition' }).first().click()
    await page.getByRole('menuitem', { name: 'Field' }).click()
    await button('Choose a field').click()
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('Plan')
    await page.getByRole('option', { name: 'Plan' }).first().click()
    await button(/value/i).first().click()
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('pro')
    await page.getByRole('option', { name: /pro/ }).first().click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await saveStep('Plan is pro')
    const goal = await addAfter('Plan is pro', /Add step after yes$/, /^Goal/, 'Goal')
    await goal.getByLabel('Goal', { exact: true }).fill('Upgraded')
    await page.route('**/v1/integrations/*/changes', (route) => route.abort())
    await button('Save step').click()
    await goal.getByText(/What you typed is kept here/).waitFor()
    expect(await goal.getByLabel('Goal', { exact: true }).inputValue()).toBe('Upgraded')
    await page.unroute('**/v1/integrations/*/changes')
    await saveStep('Upgraded')
    await goal.getByText(/What you typed is kept here/).waitFor({ state: 'hidden' })
    await addAfter('Plan is pro', /Add step after no$/, /^Send email/, 'Send email')
    await chooseEmail('Need a hand')
    await page.keyboard.press('Escape')
  })

  it('tries it with somebody made up: what would happen, and when, and nothing is sent', async () => {
    await button('Dry run').click()
    const panel = page.getByRole('dialog', { name: 'Dry run' })
    await panel.getByText('Made up').click()
    await panel.getByLabel('Email').fill('nobody@readers.example')
    await panel.getByRole('button', { name: 'Run', exact: true }).click()
    const way = panel.getByRole('region', { name: 'What would happen' })
    await way.getByText('“Shall we help?” to nobody@readers.example').waitFor()
    await way.getByText('after 2 days').first().waitFor()
    expect(await way.getByText('Upgraded').count()).toBe(0)
    expect(await findings(page, '[role=dialog]')).toEqual([])
    await way.getByText('yes', { exact: true }).click()
    await way.getByRole('button', { name: 'Upgraded' }).waitFor()
    await panel.getByRole('button', { name: 'Close' }).click()
    const { mails } = await stage.owner(deliveryContract.listMailbox, { query: { q: 'nobody@readers.example' } })
    expect(mails).toEqual([])
  })

  it('is switched on, takes in who comes by the API, and mails them', async () => {
    await button('Fit View').click()
    await page.getByRole('switch', { name: 'Draft' }).click()
    await see('Flow activated.')
    for (const name of ['ada', 'bob', 'cy'])
      await stage.event('Trial began', `${name}@readers.example`, { plan: name === 'ada' ? 'pro' : 'free' })
    await step('Wait 2 days').getByRole('button', { name: '3 waiting' }).waitFor()
    await step('Welcome').getByRole('button', { name: '3 people entered' }).waitFor()
    expect((await stage.mailTo('ada@readers.example')).subject).toBe('Welcome, ada@readers.example')
  })

  it('lets one skip the wait, who reaches the goal, and removes another from the flow', async () => {
    await step('Wait 2 days').getByRole('button', { name: '3 waiting' }).click()
    const people = page.getByRole('dialog', { name: /Wait 2 days/ })
    await people.getByRole('button', { name: 'Actions for ada@readers.example' }).click()
    await page.getByRole('menuitem', { name: 'Skip waiting' }).click()
    await see('Successfully skipped waiting.')
    await step('Upgraded').getByRole('button', { name: '1 person entered' }).waitFor()
    await people.getByText('ada@readers.example').waitFor({ state: 'hidden' })
    await people.getByRole('checkbox', { name: /Choose cy/ }).click()
    expect(await findings(page, '[role=dialog]')).toEqual([])
    await people.getByRole('button', { name: 'Remove from flow' }).click()
    const ask = page.getByRole('dialog', { name: 'Remove 1 person from the flow?' })
    await ask.getByRole('button', { name: 'Remove from flow' }).click()
    await see('Successfully removed from flow.')
    await people.getByText('cy@readers.example').waitFor({ state: 'hidden' })
    await step('Wait 2 days').getByRole('button', { name: '1 waiting' }).waitFor()
    await people.getByRole('checkbox', { name: 'Choose all 1 person' }).click()
    await people.getByRole('button', { name: 'Skip waiting' }).click()
    await page
      .getByRole('dialog', { name: 'Let 1 person go on now?' })
      .getByRole('button', { name: 'Skip waiting' })
      .click()
    await people.getByText('Nobody is waiting here').waitFor()
    await people.getByRole('button', { name: 'Close' }).click()
    expect((await stage.mailTo('bob@readers.example', /help/)).subject).toBe('Shall we help?')
    const figures = async () => {
      const query = { days: 7, flowIds: [known.flow] }
      return (await stage.owner(flowsContract.countFlowsPeople, { query })).metrics[known.flow]
    }
    await expect.poll(figures).toMatchObject({ peopleEnteredFlow: 3, peopleReachedGoal: 1, queued: 0 })
    expect(stage.wrong).toEqual([])
  })
})
