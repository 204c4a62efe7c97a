import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { openFlowWorld, openTrial } from '../../testing/index.ts'
import { emailActivityStep } from './emailActivity.step.ts'

const DAY = 86_400_000

describe('the email filter', () => {
  test('parts those who did it with that email in that time from the others', async () => {
    const world = await openFlowWorld(await testHouse())
    await world.email(1)
    const within = { value: 7, unit: 'days' }
    const ever = await openTrial(world, ['/email-activity', { emailId: 1, activity: 'clicked' }], ['yes', 'no'])
    const lately = await openTrial(
      world,
      ['/email-activity', { emailId: 1, activity: 'clicked', within }],
      ['yes', 'no'],
    )
    const now = world.house.clock.now().getTime()
    const did = async (name: string, props: Record<string, unknown>, daysAgo: number) => {
      const person = await world.person()
      await world.event(person, name, props, new Date(now - daysAgo * DAY), 'email')
      return person
    }
    const cases: [person: number, ever: string, lately: string][] = [
      [await did('Email clicked', { emailId: 1 }, 1), 'yes', 'yes'],
      [await did('Email clicked', { emailId: 1 }, 30), 'yes', 'no'],
      [await did('Email clicked', { emailId: 2 }, 1), 'no', 'no'],
      [await did('Email opened', { emailId: 1 }, 1), 'no', 'no'],
      [await did('Email clicked', { emailId: 1, isBot: true }, 1), 'no', 'no'],
      [await world.person(), 'no', 'no'],
    ]
    await ever.go(...cases.map(([person]) => person))
    expect(await ever.left()).toEqual(Object.fromEntries(cases.map(([person, how]) => [person, how])))
    expect(await lately.left()).toEqual(Object.fromEntries(cases.map(([person, , how]) => [person, how])))
  })

  test.each([
    [{}, 'Email activity?', 'Choose an email'],
    [{ activity: 'opened', emailId: 7 }, 'Opened email?', 'Welcome'],
    [
      { activity: 'clicked', emailId: 7, within: { value: 1, unit: 'weeks' } },
      'Clicked email?',
      'Welcome, in the last 1 week',
    ],
  ] as const)('%j in words', (values, title, text) => {
    expect(emailActivityStep.summary(values, { emails: { 7: { name: 'Welcome' } } })).toEqual({ title, text })
  })
})
