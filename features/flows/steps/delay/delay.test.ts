import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { openFlowWorld, openTrial, wrongWith } from '../../testing/index.ts'
import { delayStep } from './delay.step.ts'

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]

type Case = [
  what: string,
  now: string,
  values: Record<string, unknown>,
  until: string | undefined,
  person?: { timezone?: string; fields?: Record<string, unknown> },
]

const window = (weekdays: number[], at: string, timezone = 'account') => ({ kind: 'window', weekdays, at, timezone })
const during = (value: number, unit: string) => ({ kind: 'duration', value, unit })
const onField = (direction: string, value = 3) => ({
  kind: 'field',
  field: 'trialEnd',
  offset: { value, unit: 'days', direction },
})

// The account is in Berlin: clocks go forward on 28 March 2027 and back on 31 October.
const CASES: Case[] = [
  ['a day keeps the time of day when clocks go forward', '2027-03-27T11:00Z', during(1, 'days'), '2027-03-28T10:00Z'],
  ['24 hours are 24 hours', '2027-03-27T11:00Z', during(24, 'hours'), '2027-03-28T11:00Z'],
  ['a day keeps the time of day when clocks go back', '2027-10-30T10:00Z', during(1, 'days'), '2027-10-31T11:00Z'],
  ['a week over the change', '2027-03-25T08:30Z', during(1, 'weeks'), '2027-04-01T07:30Z'],
  ['a month from the 31st ends with the shorter month', '2027-01-31T11:00Z', during(1, 'months'), '2027-02-28T11:00Z'],
  ['seconds', '2027-06-01T11:00Z', during(90, 'seconds'), '2027-06-01T11:01:30Z'],
  ['a weekday after the change', '2027-03-27T11:00Z', window([7], '09:00'), '2027-03-28T07:00Z'],
  ['later today', '2027-06-01T05:00Z', window(EVERY_DAY, '09:00'), '2027-06-01T07:00Z'],
  ['this very moment means tomorrow', '2027-06-01T07:00Z', window(EVERY_DAY, '09:00'), '2027-06-02T07:00Z'],
  [
    'the person’s clock',
    '2027-06-01T11:00Z',
    window(EVERY_DAY, '09:00', 'person'),
    '2027-06-01T13:00Z',
    { timezone: 'America/New_York' },
  ],
  [
    'the account’s where the person’s is not known',
    '2027-06-01T05:00Z',
    window(EVERY_DAY, '09:00', 'person'),
    '2027-06-01T07:00Z',
  ],
  ['a moment', '2027-06-01T05:00Z', { kind: 'until', at: '2027-06-09T00:00:00Z' }, '2027-06-09T00:00Z'],
  ['a moment that is over', '2027-06-01T05:00Z', { kind: 'until', at: '2027-05-09T00:00:00Z' }, undefined],
  [
    'days before a moment',
    '2027-06-01T05:00Z',
    onField('before'),
    '2027-06-06T10:00Z',
    { fields: { trialEnd: '2027-06-09T10:00:00Z' } },
  ],
  [
    'days before, over the change',
    '2027-03-20T05:00Z',
    onField('before'),
    '2027-03-26T10:00Z',
    { fields: { trialEnd: '2027-03-29T09:00:00Z' } },
  ],
  [
    'days after',
    '2027-06-01T05:00Z',
    onField('after'),
    '2027-06-12T10:00Z',
    { fields: { trialEnd: '2027-06-09T10:00:00Z' } },
  ],
  ['a field without a date', '2027-06-01T05:00Z', onField('before'), undefined],
  ['a field that holds no date', '2027-06-01T05:00Z', onField('on'), undefined, { fields: { trialEnd: 'soon' } }],
  [
    'a date that is over',
    '2027-06-01T05:00Z',
    onField('on'),
    undefined,
    { fields: { trialEnd: '2027-01-01T00:00:00Z' } },
  ],
]

describe('until when people wait', () => {
  test.each(CASES)('%s', async (_, now, values, until, person) => {
    const house = await testHouse()
    const world = await openFlowWorld(house, { timezone: 'Europe/Berlin' })
    house.clock.set(new Date(now))
    const trial = await openTrial(world, ['/delay-v2', values])
    const ada = await world.person(person)
    await trial.go(ada)
    if (until) expect(await trial.standing()).toEqual(new Map([[ada, new Date(until)]]))
    else expect(await trial.left()).toEqual({ [ada]: 'left' })
  })
})

describe('settings that cannot be', () => {
  test.each([
    [{}, 'Choose what to wait for.'],
    [{ kind: 'until' }, 'Choose a date and a time.'],
    [{ kind: 'until', at: '2027-06-01' }, 'Choose a date and a time.'],
    [during(0, 'days'), 'Use at least 1.'],
    [during(1.5, 'hours'), 'Use a whole number.'],
    [during(100_001, 'days'), 'That is too long.'],
    [{ kind: 'field' }, 'Choose a field.'],
    [onField('before', 100_001), 'That is too long.'],
    [window([], '09:00'), 'Choose at least one day.'],
    [window([1], '9 o’clock'), 'Use a time such as 09:00.'],
    [during(90, 'seconds'), undefined],
    [{ kind: 'field', field: 'trialEnd' }, undefined],
  ])('%j says %s', (values, message) => {
    expect(wrongWith(delayStep, values)).toBe(message)
  })
})
