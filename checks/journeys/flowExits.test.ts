import { flowsContract } from '@millrace/flows/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../instance/client.ts'
import { type FlowStage, openFlowStage, stepOn } from './flowStage.ts'
import { keepPictureOfFailures, untilItStands } from './page.ts'

let stage: FlowStage
let page: Page
let flowId: number
let companies: number

const step = (key: string, operationKey: string, values: object, x: number, y: number) => ({
  ...{ key, serviceId: 'millrace', operationKey, values: values as Record<string, unknown>, x, y },
})
const make = async (name: string, objectType: string) =>
  (await stage.owner(flowsContract.createFlow, { query: {}, body: { name, objectType } })).integration.id
const read = async (id: number) => (await stage.owner(flowsContract.getFlow, { params: { id }, query: {} })).integration
/** The exits of the links as they are saved. */
const exits = async () => (await read(flowId)).links.map(({ data }) => data.condition)
const open = async (id: number, words?: string) => {
  await page.goto(`/flows/${id}`)
  if (words) await stepOn(page, words).waitFor()
  await page.getByRole('toolbar', { name: 'Canvas tools' }).waitFor()
  await untilItStands(page)
}

beforeAll(async () => {
  stage = await openFlowStage('exits.example')
  flowId = await make('By exits', 'person')
  companies = await make('Of companies', 'company')
  const steps = [
    step('ask', '/has-tag', { tag: 'vip' }, 0, 0),
    step('tag', '/add-tag', { tag: 'asked' }, -160, 260),
    step('wait', '/delay-v2', { kind: 'duration', value: 2, unit: 'days' }, 160, 260),
    step('test', '/condition', {}, 160, 480),
  ]
  const link = { key: 'l', source: 'wait', target: 'test', condition: null }
  const changes = { steps: { add: steps }, links: { add: [link] } }
  await stage.owner(flowsContract.changeFlow, { params: { id: flowId }, body: changes })
  page = await stage.pageOf(stage.owner, { viewport: { width: 1280, height: 900 } })
})
afterAll(() => stage?.close())
keepPictureOfFailures(() => page)

it('draws a link from the exit that is meant, sends it by another one, and deletes it by key', async () => {
  await open(flowId, 'Has tag')
  const middle = async (selector: string, words: string) => {
    const box = (await stepOn(page, words).locator(selector).boundingBox())!
    return [box.x + box.width / 2, box.y + box.height / 2] as const
  }
  await page.mouse.move(...(await middle('.source[data-handleid="no"]', 'Has tag')))
  await page.mouse.down()
  await page.mouse.move(...(await middle('.target', '2 days')), { steps: 8 })
  await page.mouse.up()
  await expect.poll(exits).toEqual([null, 'no'])

  await page.locator('[aria-label*="by “no”"]').first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Choose another exit' }).click()
  const asked = page.getByRole('dialog', { name: 'By which exit?' })
  await asked.getByRole('button', { name: 'Yes' }).click()
  await expect.poll(exits).toEqual([null, 'yes'])

  await page.locator('[aria-label*="by “yes”"]').first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delete link' }).waitFor()
  await page.keyboard.press('Delete')
  await expect.poll(exits).toEqual([null])
  await page.keyboard.press('Control+z')
  await expect.poll(exits).toEqual([null, 'yes'])
})

it('takes steps to a flow of companies, and says what stays behind', async () => {
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  await open(companies)
  await page.getByRole('heading', { name: 'What starts this flow?' }).waitFor()
  await page.locator('.react-flow__pane').click({ position: { x: 300, y: 600 } })
  await page.keyboard.press('Control+v')
  await page.getByText(/are for people alone, and stayed behind\./).waitFor()
  const taken = await until('the steps', async () => {
    const { steps, links } = await read(companies)
    return Object.keys(steps).length === 2 && { steps: Object.values(steps), links }
  })
  expect(taken.steps.map(({ operationKey }) => operationKey).sort()).toEqual(['/condition', '/delay-v2'])
  expect(taken.links).toHaveLength(1)
})
