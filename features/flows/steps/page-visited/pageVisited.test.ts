import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { openFlowWorld, openTrial } from '../../testing/index.ts'
import { pageVisitedStep } from './pageVisited.step.ts'

const DAY = 86_400_000

describe('the page filter', () => {
  test('parts those who were on the page from the others', async () => {
    const world = await openFlowWorld(await testHouse())
    const ask = (values: Record<string, unknown>) => openTrial(world, ['/page-visited', values], ['yes', 'no'])
    const is = await ask({ url: 'acme.com/pricing', match: 'is' })
    const starts = await ask({ url: 'https://acme.com/pricing', match: 'starts' })
    const contains = await ask({ url: 'pricing', match: 'contains', within: { value: 2, unit: 'weeks' } })
    const now = world.house.clock.now().getTime()
    const was = async (url: string, daysAgo = 1, kind = 'page') => {
      const person = await world.person()
      await world.event(person, 'Page visited', { url }, new Date(now - daysAgo * DAY), kind)
      return person
    }
    const cases: [person: number, is: string, starts: string, contains: string][] = [
      [await was('https://acme.com/pricing'), 'yes', 'yes', 'yes'],
      [await was('https://Acme.com/Pricing/?utm=1', 20), 'yes', 'yes', 'no'],
      [await was('https://acme.com/pricing/team'), 'no', 'yes', 'yes'],
      [await was('https://other.com/pricing'), 'no', 'no', 'yes'],
      [await was('https://acme.com/about'), 'no', 'no', 'no'],
      [await was('https://acme.com/pricing', 1, 'custom'), 'no', 'no', 'no'],
      [await world.person(), 'no', 'no', 'no'],
    ]
    await is.go(...cases.map(([person]) => person))
    const columns = [is, starts, contains].map((trial) => trial.left())
    for (const [column, left] of (await Promise.all(columns)).entries())
      expect(left, ['is', 'starts', 'contains'][column]).toEqual(
        Object.fromEntries(cases.map(([person, ...how]) => [person, how[column]])),
      )
  })

  test.each([
    [{}, 'Say which page'],
    [{ url: 'https://acme.com/pricing', match: 'is' }, 'acme.com/pricing'],
    [{ url: '/docs', match: 'contains', within: { value: 3, unit: 'days' } }, 'a page with /docs, in the last 3 days'],
    [{ url: 'acme.com/docs', match: 'starts' }, 'a page under acme.com/docs'],
  ] as const)('%j in words', (values, text) => {
    expect(pageVisitedStep.summary(values, {}).text).toBe(text)
  })

  test.each([
    [{ url: '', match: 'is' }, 'Say which page.'],
    [{ match: 'contains' }, 'Say which page.'],
    [{ url: '/pricing', match: 'is' }, 'Use a whole address such as https://acme.com/pricing, or “contains”.'],
    [{ url: '/pricing', match: 'contains' }, undefined],
    [{ url: 'acme.com', match: 'starts', within: { value: 0, unit: 'days' } }, 'Use at least 1.'],
  ])('%j says %s', (values, message) => {
    expect(pageVisitedStep.values.safeParse(values).error?.issues[0]?.message).toBe(message)
  })
})
