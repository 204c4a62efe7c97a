import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core'
import { afterEach } from 'vitest'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Long enough for a machine whose processors are somebody else's too; nobody waits for it where all is well. */
const PATIENCE_MS = 60_000
/** React keeps what stands in for a lazy part up to 300 ms, whether or not that part has come. */
const REST_MS = 400
/** How many times slower than the machine the pages are to be: finds what counts on their being quick. */
const SLOWNESS = Number(process.env.JOURNEYS_SLOWNESS ?? 1)

type Violation = { id: string; nodes: { html: string }[] }
type Axe = { axe: { run(part: Element | Document, options: object): Promise<{ violations: Violation[] }> } }

/** What a page asks for: how often it asked, and what it has no answer to yet, with when it asked. */
type Asked = { times: number; open: Map<Request, number> }
const asked = new WeakMap<Page, Asked>()

const listen = (page: Page) => {
  const mine: Asked = { times: 0, open: new Map() }
  asked.set(page, mine)
  page.on('request', (request) => {
    // What comes from elsewhere may never come.
    if (!request.url().startsWith('http://127.0.0.1')) return
    mine.times++
    mine.open.set(request, Date.now())
  })
  page.on('requestfinished', (request) => mine.open.delete(request))
  page.on('requestfailed', (request) => mine.open.delete(request))
}

/** Opens a window of its own; what goes wrong on its page is added to `wrong`. */
export const openWindow = async (browser: Browser, wrong: string[], options: BrowserContextOptions): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  page.on('pageerror', (error) => wrong.push(error.message))
  listen(page)
  if (SLOWNESS > 1) {
    const devTools = await context.newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWNESS })
  }
  return page
}

/** Waits until nothing moves or fades any more: what is about to leave is no part of the screen that is looked at. */
const untilStill = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const ends = (animation: Animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime)
    const moving = () => document.getAnimations().filter((one) => one.playState === 'running' && ends(one))
    await frame()
    await frame()
    while (moving().length) {
      await Promise.allSettled(moving().map(({ finished }) => finished))
      await frame()
      await frame()
    }
  })

/** Waits until fonts are there and nothing has changed for a while; answers whether all parts say that they are there. */
const untilQuiet = (page: Page): Promise<boolean> =>
  page.evaluate(
    async ([restMs, patienceMs]) => {
      await document.fonts.ready
      await new Promise<void>((resolve) => {
        let resting = 0
        const end = () => {
          changes.disconnect()
          clearTimeout(impatient)
          resolve()
        }
        const again = () => {
          clearTimeout(resting)
          resting = window.setTimeout(end, restMs)
        }
        const impatient = window.setTimeout(end, patienceMs)
        const changes = new MutationObserver(again)
        changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
        again()
      })
      return !document.querySelector('[aria-busy=true]')
    },
    [REST_MS, PATIENCE_MS] as const,
  )

/**
 * Waits until the screen stands: all that it asked for has come, all parts are drawn, nothing moves. What one sees before
 * that is true for a moment only, and no two machines show the same of it.
 */
export const untilItStands = async (page: Page): Promise<void> => {
  const mine = asked.get(page)
  if (!mine) throw new Error('Only pages of openWindow can be waited for.')
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const { times } = mine
    const isThere = await untilQuiet(page)
    await untilStill(page)
    // Of what becomes a download no end is told.
    const open = [...mine.open].filter(([, at]) => Date.now() - at < PATIENCE_MS / 3)
    if (isThere && times === mine.times && !open.length) return
    if (Date.now() > end) {
      const missing = open.map(([one]) => one.url())
      throw new Error(`The screen does not come to rest: ${missing.join(', ') || 'a part says that it is busy'}.`)
    }
  }
}

/** What axe finds on the screen once it stands (WCAG 2.2 A and AA), or in the first part of it that `part` selects. */
export const findings = async (page: Page, part?: string): Promise<string[]> => {
  await untilItStands(page)
  await page.evaluate(AXE)
  const violations = await page.evaluate(async (selector) => {
    const { axe } = window as unknown as Axe
    const looked = selector ? document.querySelector(selector) : document
    if (!looked) throw new Error(`Nothing on the screen is ${selector}.`)
    const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
    return (await axe.run(looked, { runOnly: { type: 'tag', values } })).violations
  }, part)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 140)).join(' | ')}`)
}

/** Keeps a picture of the screen, in `.data/journeys`, when a step of the journey fails. */
export const keepPictureOfFailures = (page: () => Page | undefined): void => {
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    await page()?.screenshot({ path: `.data/journeys/${task.name.replace(/\W+/g, '-').slice(0, 60)}.png` })
  })
}
