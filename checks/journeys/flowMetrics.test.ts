import { readFileSync } from 'node:fs'
import { deliveryContract } from '@millrace/delivery/contract'
import { eventsContract } from '@millrace/events/contract'
import { flowsContract } from '@millrace/flows/contract'
import { peopleContract } from '@millrace/people/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Manifest } from '../budgets/sizes.ts'
import { type Client, until } from '../instance/client.ts'
import { findings } from './page.ts'
import { openStage, type Stage } from './stage.ts'

const OWNER = 'owner@figures.example'
const PEOPLE = ['ann', 'bob', 'eve'].map((name) => ({ email: `${name}@readers.example`, firstName: name }))

let stage: Stage
let page: Page
let owner: Client

const findPerson = (email: string) =>
  until(email, async () => (await owner(peopleContract.findPeople, { query: { 'people[0][email]': email } })).users[0])

/** A flow that leads those who pay to its goal. */
const drawFlow = async () => {
  const { integration } = await owner(flowsContract.createFlow, { query: {}, body: { name: 'Trial' } })
  const step = async (operationKey: string, values: object) => {
    const body = { integrationId: integration.id, operationKey, inputFields: { values } }
    return (await owner(flowsContract.createStep, { body: body as never })).step.id
  }
  const start = await step('/event', { eventName: 'Trial began' })
  const paying = await step('/has-tag', { tag: 'paying' })
  const goal = await step('/goal', { name: 'Paid' })
  const link = (source: number, target: number, condition: string | null) =>
    owner(flowsContract.createLink, { body: { source, target, data: { condition } } })
  await link(start, paying, null)
  await link(paying, goal, 'yes')
  await owner(flowsContract.updateFlow, { params: { id: integration.id }, body: { status: 'on' } })
}

/** The built file of a part that is loaded when it is needed. */
const scriptOf = (part: string): string => {
  const dist = new URL('../../app/web/dist/', import.meta.url)
  const manifest: Manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'))
  return manifest[part]?.file ?? part
}

beforeAll(async () => {
  // Today's figures are looked at, so today may not end meanwhile.
  const isLate = () => new Date().toISOString().slice(11, 16) > '23:55'
  await until('another day', async () => !isLate(), 360_000, 1_000)
  stage = await openStage({ email: OWNER })
  owner = stage.owner
  await owner(peopleContract.savePeople, { query: {}, body: PEOPLE })
  await owner(peopleContract.addTag, { body: { email: 'ann@readers.example', tag: 'paying' } })
  await drawFlow()
  for (const user of PEOPLE) {
    await findPerson(user.email)
    await stage.writer(eventsContract.ingestEvents, {
      body: { events: [{ name: 'Trial began', user, properties: {} }] },
    })
  }
  page = await stage.pageOf(owner, { viewport: { width: 1280, height: 900 } })
})
afterAll(() => stage?.close())

it('shows who entered and who reached the goal, and mails a file of them', async () => {
  await until('everybody in the flow', async () => {
    const { metrics } = await owner(flowsContract.measureFlows, { query: { period: 'today' } })
    return metrics.sum.entered === PEOPLE.length && metrics.sum.reachedGoal === 1
  })
  // A menu comes after its button, which may be pressed by then.
  const { promise: pressed, resolve: press } = Promise.withResolvers<void>()
  await page.route(`**/${scriptOf('shell/DropdownMenu.tsx')}`, async (route) => {
    await pressed
    await route.continue()
  })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Metrics' }).click()
  press()
  await page.getByRole('menuitem', { name: 'Flow Metrics' }).click()
  await page.waitForURL(/\/metrics\/flows$/)
  // Away from the menu, which would take the focus.
  await page.mouse.move(2, 890)
  await page.reload()
  const row = page.getByRole('row', { name: 'Trial' })
  await row.waitFor()
  await page.getByRole('slider', { name: 'Over time by day' }).focus()
  const reads = (words: string) => page.locator(`[role=slider][aria-valuetext*="${words}"]`).waitFor()
  await reads('Entered 3, before 0; Reached a goal 1')
  await page.keyboard.press('ArrowLeft')
  await reads('Entered 0, before 0; Reached a goal 0')
  expect(await findings(page)).toEqual([])
  await row.click()
  const path = page.getByRole('list', { name: 'Along the path' }).getByRole('listitem')
  await expect
    .poll(() => path.allInnerTexts())
    .toMatchObject([/3/, /3/, /1[\s\S]*33\.3% of all/].map((one) => expect.stringMatching(one)))

  await page.getByRole('link', { name: 'Who reached the goal' }).click()
  await page.getByRole('row', { name: 'ann' }).waitFor()
  await expect.poll(() => page.getByRole('row', { name: 'bob' }).count()).toBe(0)
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  await page.getByText(`The export will be emailed to ${OWNER} shortly.`).waitFor()
  const text = await until('the mail', async () => {
    const { mails } = await owner(deliveryContract.listMailbox, { query: { q: OWNER } })
    const mail = mails.find(({ subject }) => subject === 'Your export is ready')
    return mail && (await owner(deliveryContract.getMailboxMail, { params: { id: mail.id } })).mail.text
  })
  expect(text).toContain('Who reached the goal of “Trial”')
  const link = new URL(/https?:\/\/\S+\/v1\/people\/export\?token=[\w.-]+/.exec(text ?? '')?.[0] ?? '')
  const lines = (await (await fetch(`${stage.address}${link.pathname}${link.search}`)).text()).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^\ufeff?Flow,Goal,Reached at,ID,/)
  expect(lines[1]).toMatch(/^Trial,Paid,\d{4}-.*ann@readers\.example/)

  await page.getByRole('link', { name: 'All metrics' }).click()
  await page.getByRole('heading', { name: 'Flow metrics' }).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('flowsIds')).toMatch(/^\d+$/)
})
