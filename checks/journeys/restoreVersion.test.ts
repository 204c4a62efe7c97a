import { emailsContract } from '@millrace/emails/contract'
import { flowsContract } from '@millrace/flows/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../instance/client.ts'
import { type FlowStage, openFlowStage, stepOn } from './flowStage.ts'
import { findings, keepPictureOfFailures } from './page.ts'

let stage: FlowStage
/** Two tabs with the same open. */
let one: Page
let other: Page
const known = { flow: 0, wait: 0, email: 0 }

const drawFlow = async () => {
  const { owner } = stage
  const { integration } = await owner(flowsContract.createFlow, { query: {}, body: { name: 'Trial' } })
  const step = async (operationKey: string, values: object, y: number) => {
    const data = { editor: { coordinates: { x: 200, y } } }
    const body = { integrationId: integration.id, operationKey, inputFields: { values }, data }
    return (await owner(flowsContract.createStep, { body: body as never })).step.id
  }
  const start = await step('/event', { eventName: 'Came' }, 0)
  known.wait = await step('/delay-v2', { kind: 'duration', value: 2, unit: 'days' }, 200)
  await owner(flowsContract.createLink, { body: { source: start, target: known.wait, data: { condition: null } } })
  await owner(flowsContract.updateFlow, { params: { id: integration.id }, body: { status: 'on' } })
  known.flow = integration.id
}

beforeAll(async () => {
  stage = await openFlowStage('restore.example')
  await drawFlow()
  known.email = await stage.email('Letter', 'First words', await stage.verifySender())
  one = await stage.pageOf(stage.owner)
  other = await stage.pageOf(stage.owner)
})
afterAll(() => stage?.close())
keepPictureOfFailures(() => one)

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const dialog = (name: string | RegExp) => one.getByRole('dialog', { name })

describe('a version of a flow', () => {
  const versions = () => dialog('Versions')
  const settings = (page: Page) => page.getByRole('region', { name: 'Wait settings' })
  const setLength = async (page: Page, title: string, days: string) => {
    await stepOn(page, title).click()
    await settings(page).getByLabel('Length').fill(days)
  }
  const length = async () => {
    const { step } = await stage.owner(flowsContract.getStep, { params: { id: known.wait }, query: {} })
    return step.inputFields.values.value
  }
  const openVersions = async () => {
    await one.goto(`/flows/${known.flow}?panel=versions`)
    await versions().waitFor()
  }
  const restore = async (version: number) => {
    await versions()
      .getByRole('button', { name: new RegExp(`^Version ${version}`) })
      .click()
    await button(one, 'Restore this version').click()
    await dialog(`Restore Version ${version}?`).getByRole('button', { name: 'Restore' }).click()
    await one.getByText('The flow is as it was in this version.').waitFor()
    await versions().waitFor({ state: 'hidden' })
  }

  it('is compared with the flow as it is, on the canvas, without changing anything', async () => {
    await one.goto(`/flows/${known.flow}`)
    await other.goto(`/flows/${known.flow}`)
    await setLength(one, 'Wait 2 days', '5')
    await button(one, 'Save step').click()
    await button(one, 'Edit active flow').click()
    await stepOn(other, 'Wait 5 days').waitFor()
    await openVersions()
    await versions().getByText('runs now').waitFor()
    await versions()
      .getByRole('button', { name: /^Version 1/ })
      .click()
    await versions().getByText('Since then: 1 step changed.').waitFor()
    await stepOn(one, 'Wait 2 days').waitFor()
    expect(await findings(one)).toEqual([])
    expect(await stepOn(other, 'Wait 5 days').count()).toBe(1)
    expect(await length()).toBe(5)
  })

  it('comes back in every tab that has the flow open, and goes again by restoring the newer one', async () => {
    await restore(1)
    await stepOn(one, 'Wait 2 days').waitFor()
    await stepOn(other, 'Wait 2 days').waitFor()
    expect(await length()).toBe(2)
    // The newer one was made less than a minute ago, and by the same member.
    await openVersions()
    await restore(2)
    await stepOn(one, 'Wait 5 days').waitFor()
    await stepOn(other, 'Wait 5 days').waitFor()
    expect(await length()).toBe(5)
    await openVersions()
    await expect
      .poll(() =>
        versions()
          .getByRole('button', { name: /^Version \d/ })
          .allInnerTexts(),
      )
      .toEqual(
        [/Version 4\s*runs now/, /Version 3/, /Version 2/, /Version 1/].map((name) => expect.stringMatching(name)),
      )
  })

  it('writes nothing over that another tab is writing', async () => {
    await setLength(other, 'Wait 5 days', '7')
    await restore(1)
    await stepOn(one, 'Wait 2 days').waitFor()
    await other.getByText(/changed this step while you did/).waitFor()
    expect(await settings(other).getByLabel('Length').inputValue()).toBe('7')
    expect(await length()).toBe(2)
    await button(other, 'Take theirs').click()
    await expect.poll(() => settings(other).getByLabel('Length').inputValue()).toBe('2')
  })

  it('keeps what was edited while the flow was off, too', async () => {
    const { owner } = stage
    await owner(flowsContract.updateFlow, { params: { id: known.flow }, body: { status: 'deactivated-user' } })
    const values = { kind: 'duration', value: 9, unit: 'days' }
    await owner(flowsContract.updateStep, { params: { id: known.wait }, body: { inputFields: { values } } as never })
    await openVersions()
    await restore(1)
    expect(await length()).toBe(2)
    await openVersions()
    const { versions: kept } = await owner(flowsContract.listFlowVersions, { params: { id: known.flow }, query: {} })
    await restore(kept[0]?.version ?? 0)
    await stepOn(one, 'Wait 9 days').waitFor()
    expect(await length()).toBe(9)
  })
})

describe('a version of an email', () => {
  const subject = (page: Page) => page.getByLabel('Subject')
  const saved = async () => (await stage.owner(emailsContract.getEmail, { params: { id: known.email } })).email.subject
  const openVersion = async (version: number) => {
    await button(one, 'Versions').click()
    await dialog('Versions')
      .getByRole('button', { name: new RegExp(`^Version ${version}`) })
      .click()
  }
  const restore = async (version: number) => {
    await button(one, `Restore version ${version}`).click()
    await one.getByText(`Version ${version} is the saved one again.`).waitFor()
    await dialog('Versions').waitFor({ state: 'hidden' })
  }

  it('is compared with the one before, restored, and restored away again', async () => {
    await one.goto(`/emails/${known.email}`)
    await other.goto(`/emails/${known.email}`)
    await expect.poll(() => subject(other).inputValue()).toBe('First words')
    await subject(one).fill('Second words')
    await one.getByRole('button', { name: 'Save', exact: true }).click()
    await one.getByText('Saved just now', { exact: true }).waitFor()
    await openVersion(2)
    await one.getByText('Changes', { exact: true }).click()
    await one.getByRole('list', { name: 'Changes from version 1 to 2' }).getByText('Second').waitFor()
    expect(await findings(one)).toEqual([])
    await dialog('Versions')
      .getByRole('button', { name: /^Version 1/ })
      .click()
    await restore(1)
    await expect.poll(() => subject(one).inputValue()).toBe('First words')
    expect(await saved()).toBe('First words')
    // It is what is sent, no draft.
    await one.getByText('Saved just now', { exact: true }).waitFor()
    await openVersion(2)
    await restore(2)
    await expect.poll(() => subject(one).inputValue()).toBe('Second words')
    expect(await saved()).toBe('Second words')
  })

  it('is not written over by a tab that was opened before', async () => {
    await subject(other).fill('Third words')
    await other.getByText('This email was changed elsewhere meanwhile').waitFor()
    expect(await saved()).toBe('Second words')
    expect(await findings(other)).toEqual([])
    await button(other, 'Take the other').click()
    await expect.poll(() => subject(other).inputValue()).toBe('Second words')
    await subject(other).fill('Fourth words')
    await other.getByRole('button', { name: 'Save', exact: true }).click()
    await until('it to be saved', async () => (await saved()) === 'Fourth words')
  })

  it('asks before it takes words that are in no version', async () => {
    await subject(one).fill('Words of mine')
    await one.getByText('This email was changed elsewhere meanwhile').waitFor()
    await openVersion(1)
    await button(one, 'Restore version 1').click()
    await dialog('Restore version 1?').getByRole('button', { name: 'Cancel' }).click()
    await dialog('Restore version 1?').waitFor({ state: 'hidden' })
    await one.keyboard.press('Escape')
    await dialog('Versions').waitFor({ state: 'hidden' })
    expect(await subject(one).inputValue()).toBe('Words of mine')
    expect(await saved()).toBe('Fourth words')
    await openVersion(1)
    await button(one, 'Restore version 1').click()
    await dialog('Restore version 1?').getByRole('button', { name: 'Restore' }).click()
    await expect.poll(() => subject(one).inputValue()).toBe('First words')
    await expect.poll(saved).toBe('First words')
    expect(stage.wrong).toEqual([])
  })
})
