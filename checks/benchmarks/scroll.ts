import type { Page } from 'playwright-core'
import { openBrowser } from '../journeys/browser.ts'
import { type Figure, percentile } from './table.ts'

const FRAMES = 300
const STEP = 600

/** Pixels a frame scrolls and the milliseconds between the frames that the browser showed. */
const frames = (page: Page, step: number): Promise<number[]> =>
  page.evaluate(
    ({ step, wanted }) =>
      new Promise<number[]>((resolve) => {
        const grid = document.querySelector('[role=grid]') as HTMLElement
        const times: number[] = []
        let last = performance.now()
        const next = (at: number) => {
          times.push(at - last)
          last = at
          grid.scrollTop += step
          if (times.length < wanted) requestAnimationFrame(next)
          else resolve(times.slice(1))
        }
        requestAnimationFrame(next)
      }),
    { step, wanted: FRAMES },
  )

const FIRST_ROW = '[role=grid] [role=row]:nth-child(2) >> text=@'

/** The list of people in a browser: how soon its first rows stand, and how even its frames are while it is scrolled. */
export const measureScroll = async (
  address: string,
  { email, password }: { email: string; password: string },
): Promise<Figure[]> => {
  const browser = await openBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${address}/login`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))
    await page.goto(`${address}/people`)
    await page.locator(FIRST_ROW).first().waitFor()
    const from = performance.now()
    await page.reload({ waitUntil: 'commit' })
    await page.locator(FIRST_ROW).first().waitFor()
    const painted = performance.now() - from
    const times = await frames(page, STEP)
    return [
      { name: 'people list, first rows', value: painted, unit: 'ms', most: 1_500 },
      { name: 'people list, frame while scrolling, median', value: percentile(times, 0.5), unit: 'ms', most: 17 },
      { name: 'people list, frame while scrolling, p95', value: percentile(times, 0.95), unit: 'ms' },
    ]
  } finally {
    await browser.close()
  }
}
