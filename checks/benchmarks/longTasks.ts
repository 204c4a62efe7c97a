import type { Page } from 'playwright-core'

/** Notes the longest task of the page; run in each page before its own scripts. */
export const watchTasks = () => {
  const found = { longest: 0 }
  Object.assign(window, { found })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) found.longest = Math.max(found.longest, duration)
  }).observe({ type: 'longtask', buffered: true })
}

/** The longest task since it was last asked. */
export const longestTask = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { found } = window as unknown as { found: { longest: number } }
    const { longest } = found
    found.longest = 0
    return longest
  })
