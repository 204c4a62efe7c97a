import type { Page } from 'playwright-core'
import { newDataDir, removeDataDir, startInstance } from '../instance/instance.ts'
import { openBrowser } from '../journeys/browser.ts'
import { longestTask, watchTasks } from './longTasks.ts'
import type { Figure } from './table.ts'

const SIGNS = 200
const OWNER = { email: 'mara@northwind.example', password: 'northwind' }
const WORDS =
  '<p>Most teams create their first project within <b>ten minutes</b>, and invite the rest of them then.</p>'

const cells = (...texts: string[]) => ({ cells: texts.map((text) => ({ text, width: 50 })) })

const KINDS = [
  { type: 'text', values: { text: WORDS } },
  { type: 'heading', values: { text: 'What is new' } },
  { type: 'button', values: { text: 'Have a look', href: { name: 'web', values: { href: 'https://example.com' } } } },
  { type: 'divider', values: {} },
  { type: 'table', values: { table: { headers: [cells('A', 'B')], rows: [cells('1', '2'), cells('3', '4')] } } },
  { type: 'social', values: { icons: { iconType: 'circle', icons: [{ name: 'X', url: 'https://x.com' }] } } },
]

/** A design of so many blocks of all kinds, in rows of one and of two columns. */
const designOf = (count: number) => {
  const blocks = Array.from({ length: count }, (_one, index) => ({ id: `b${index}`, ...KINDS[index % KINDS.length] }))
  const rows: object[] = []
  while (blocks.length) {
    const isWide = rows.length % 2 === 0
    const columns = (isWide ? [3] : [2, 1]).map((most) => ({ contents: blocks.splice(0, most), values: {} }))
    rows.push({ id: `r${rows.length}`, cells: columns.map(() => 1), columns, values: {} })
  }
  return { body: { rows, values: { contentWidth: '600px' } } }
}

type Written = { opened: number; longestOpening: number; script: number; longest: number }

/**
 * Opens an email of so many blocks from the list, as its writer does, and types into a text of it; answers when its first
 * block stands, the longest task until all stand, how long scripts work for one sign, and the longest task of that.
 */
const write = async (page: Page, address: string, count: number): Promise<Written> => {
  const data = {
    name: `${count} blocks`,
    subject: 'x',
    fromEmail: OWNER.email,
    editor: { type: 'unlayer', state: designOf(count) },
  }
  const made = await page.request.post(`${address}/v1/emails`, { data, headers: { origin: address } })
  const { email } = (await made.json()) as { email: { id: number } }
  await page.goto(`${address}/emails`)
  const link = page.getByRole('link', { name: `${count} blocks` })
  await link.waitFor()
  await page.waitForLoadState('networkidle')
  await longestTask(page)
  const begun = Date.now()
  await link.click()
  await page.locator(`[data-block="b${count - 1}"]`).waitFor({ state: 'attached' })
  const opened = Date.now() - begun
  await page.waitForLoadState('networkidle')
  const longestOpening = await longestTask(page)
  if (!page.url().includes(`/emails/${email.id}`)) throw new Error('Another email was opened.')
  await page.locator('[data-block="b0"]').click()
  await page.getByRole('textbox', { name: 'Text', exact: true }).click()
  await page.waitForLoadState('networkidle')
  await longestTask(page)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const scripts = async () =>
    (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0
  const before = await scripts()
  await page.keyboard.type('The quick brown fox. '.repeat(SIGNS).slice(0, SIGNS), { delay: 15 })
  const script = ((await scripts()) - before) * 1000
  return { opened, longestOpening, script: script / SIGNS, longest: await longestTask(page) }
}

/** The block editor in a browser: opening designs of 60 and of 500 blocks, and writing in them. */
export const measureEditor = async (): Promise<Figure[]> => {
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
    const usual = await write(page, instance.address, 60)
    const large = await write(page, instance.address, 500)
    return [
      { name: 'editor of 60 blocks, open', value: usual.opened, unit: 'ms', most: 1000 },
      { name: 'editor of 60 blocks, longest task until it stands', value: usual.longestOpening, unit: 'ms' },
      { name: 'editor of 60 blocks, scripts a sign', value: usual.script, unit: 'ms', most: 8 },
      { name: 'editor of 60 blocks, longest task while typing', value: usual.longest, unit: 'ms', most: 50 },
      { name: 'editor of 500 blocks, open', value: large.opened, unit: 'ms' },
      { name: 'editor of 500 blocks, longest task while typing', value: large.longest, unit: 'ms', most: 50 },
      { name: 'editor of 500 blocks beside 60, scripts a sign', value: large.script / usual.script, unit: 'times' },
    ]
  } finally {
    await browser.close()
    await instance.stop()
    removeDataDir(dataDir)
  }
}
