import type { Page } from 'playwright-core'
import { newDataDir, removeDataDir, startInstance } from '../instance/instance.ts'
import { openBrowser } from '../journeys/browser.ts'
import { longestTask, watchTasks } from './longTasks.ts'
import type { Figure } from './table.ts'

const MOVES = 120
const OWNER = { email: 'mara@northwind.example', password: 'northwind' }

/** A flow of so many steps, in columns of twenty-five. */
const flowOf = (count: number) => {
  const steps = Array.from({ length: count }, (_one, index) => ({
    key: `s${index}`,
    serviceId: 'millrace',
    operationKey: index % 3 ? '/add-tag' : '/delay-v2',
    values: index % 3 ? { tag: 'vip' } : { kind: 'duration', value: 2, unit: 'days' },
    x: Math.floor(index / 25) * 312,
    y: (index % 25) * 212,
  }))
  const links = steps.slice(1).map(({ key }, index) => ({ key: `l${key}`, source: `s${index}`, target: key }))
  return { steps: { add: steps }, links: { add: links.filter((_link, index) => (index + 1) % 25) } }
}

type Dragged = { first: number; script: number; longest: number }

/**
 * Opens a flow with all its steps in view; answers the longest task until it stands, how long scripts work for one move of a
 * step, and the longest task of that.
 */
const drag = async (page: Page, address: string, count: number): Promise<Dragged> => {
  const call = async (path: string, data: object) =>
    (await page.request.post(address + path, { data, headers: { origin: address } })).json()
  const { integration } = await call('/v1/integrations', { name: `${count} steps` })
  await call(`/v1/integrations/${integration.id}/changes`, flowOf(count))
  await page.goto(`${address}/flows/${integration.id}`)
  await page.locator('.react-flow__node').first().waitFor()
  // What is drawn later comes with the first frames; figures and names are asked for meanwhile.
  await page.waitForLoadState('networkidle')
  const first = await longestTask(page)
  for (let out = 0; out < 8; out++) await page.getByRole('button', { name: 'Zoom Out' }).click({ force: true })
  await page.waitForFunction((all) => document.querySelectorAll('.react-flow__node').length === all, count)
  const box = await page
    .locator('.react-flow__node')
    .nth(Math.floor(count / 2))
    .boundingBox()
  if (!box) throw new Error('The step is not in view.')
  await longestTask(page)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const scripts = async () =>
    (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0
  const before = await scripts()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  for (let move = 1; move <= MOVES; move++) await page.mouse.move(box.x + 90 * Math.sin(move / 9), box.y + move / 2)
  const script = ((await scripts()) - before) * 1000
  await page.mouse.up()
  return { first, script: script / MOVES, longest: await longestTask(page) }
}

/** The canvas in a browser: what opening it and dragging a step costs among 500, all in view, beside what it costs among twenty. */
export const measureCanvas = async (): Promise<Figure[]> => {
  const dataDir = newDataDir()
  const instance = await startInstance({ dataDir, isSeeded: true })
  const browser = await openBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.addInitScript(watchTasks)
    await page.request.post(`${instance.address}/v1/accounts/login`, {
      data: OWNER,
      headers: { origin: instance.address },
    })
    const few = await drag(page, instance.address, 20)
    const many = await drag(page, instance.address, 500)
    return [
      { name: 'canvas of 20 steps, longest task until it stands', value: few.first, unit: 'ms' },
      { name: 'canvas of 500 steps, longest task until it stands', value: many.first, unit: 'ms', most: 200 },
      { name: 'canvas of 500 steps, scripts a move', value: many.script, unit: 'ms' },
      {
        name: 'canvas of 500 steps beside 20, scripts a move',
        value: many.script / few.script,
        unit: 'times',
        most: 4,
      },
      { name: 'canvas of 500 steps, longest task while dragging', value: many.longest, unit: 'ms', most: 50 },
    ]
  } finally {
    await browser.close()
    await instance.stop()
    removeDataDir(dataDir)
  }
}
