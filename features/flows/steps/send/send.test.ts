import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { openFlowWorld, openTrial } from '../../testing/index.ts'

const OFFICE = { weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', timezone: 'account' }
const THEIRS = { ...OFFICE, timezone: 'person' }

// The account is in Berlin, where clocks go forward on Sunday, 28 March 2027.
describe('when the window opens', () => {
  test.each([
    ['on Saturday: on Monday, after the change', '2027-03-27T11:00Z', OFFICE, undefined, '2027-03-29T07:00Z'],
    ['too early: later that day', '2027-06-01T05:00Z', OFFICE, undefined, '2027-06-01T07:00Z'],
    ['within it: at once', '2027-06-01T07:00Z', OFFICE, undefined, undefined],
    ['at its end: the next day', '2027-06-01T15:00Z', OFFICE, undefined, '2027-06-02T07:00Z'],
    ['by the person’s clock: later', '2027-06-01T08:00Z', THEIRS, 'America/New_York', '2027-06-01T13:00Z'],
    ['by the person’s clock: at once', '2027-06-01T19:00Z', THEIRS, 'America/New_York', undefined],
    ['by the account’s where the person’s is not known', '2027-06-01T05:00Z', THEIRS, undefined, '2027-06-01T07:00Z'],
  ])('%s', async (_, now, window, timezone, until) => {
    const house = await testHouse()
    const world = await openFlowWorld(house, { timezone: 'Europe/Berlin' })
    house.clock.set(new Date(now))
    await world.email(1)
    const trial = await openTrial(world, ['/send', { emailId: 1, window }])
    const ada = await world.person(timezone ? { timezone } : {})
    await trial.go(ada)
    if (until) expect(await trial.standing()).toEqual(new Map([[ada, new Date(until)]]))
    else expect(await trial.left()).toEqual({ [ada]: 'left' })
  })
})
