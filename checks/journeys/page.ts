import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterEach } from 'vitest'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Violation = { id: string; nodes: { html: string }[] }
type Axe = { axe: { run(part: Element | Document, options: object): Promise<{ violations: Violation[] }> } }

/** Waits until nothing moves or fades any more: what is about to leave is no part of the screen that is looked at. */
export const untilStill = (page: Page): Promise<void> =>
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

/** What axe finds on the screen as it stands (WCAG 2.2 A and AA), or in the first part of it that `part` selects. */
export const findings = async (page: Page, part?: string): Promise<string[]> => {
  await untilStill(page)
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
