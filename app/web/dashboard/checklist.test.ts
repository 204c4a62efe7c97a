import { describe, expect, it } from 'vitest'
import { checklistOf } from './checklist.ts'

const everywhere = () => true
const isDone = (items: ReturnType<typeof checklistOf>) =>
  Object.fromEntries(items.map((item) => [item.key, item.isDone]))

describe('the checklist for newcomers', () => {
  it('has five items in their order', () => {
    const items = checklistOf({ onboarding: {}, peopleCount: 0 }, {}, everywhere)
    expect(items.map(({ key }) => key)).toEqual(['flow', 'email', 'import', 'apps', 'domain'])
    expect(items.some((item) => item.isDone)).toBe(false)
  })

  it('leaves out what has no page', () => {
    const items = checklistOf({ onboarding: {}, peopleCount: 0 }, {}, (path) => path !== '/apps')
    expect(items.map(({ key }) => key)).toEqual(['flow', 'email', 'import', 'domain'])
  })

  it('counts as done what is marked, and what is there', () => {
    const items = checklistOf({ onboarding: { flow: true }, peopleCount: 0 }, { domain: true }, everywhere)
    expect(isDone(items)).toEqual({ flow: true, email: false, import: false, apps: false, domain: true })
  })

  it('skips the import from six people on', () => {
    const of = (peopleCount: number) => isDone(checklistOf({ onboarding: {}, peopleCount }, {}, everywhere)).import
    expect(of(5)).toBe(false)
    expect(of(6)).toBe(true)
  })
})
