import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { type DrawnStep, openFlowWorld, openTrial, wrongWith } from '../../testing/index.ts'
import { sendStep } from './send.step.ts'

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

type Mail = { person_id: number; to_address: string; is_transactional: boolean }
const MAILS = 'select person_id, to_address, is_transactional from sends where account_id = $1 order by id'

describe('to whom', () => {
  test.each([
    ['their own address, as it is when the mail goes out', {}, {}, null],
    ['an address that is given', { sendTo: 'boss@example.com' }, {}, 'boss@example.com'],
    ['one from a field', { sendTo: ' {{ manager }} ' }, { fields: { manager: 'eve@example.com' } }, 'eve@example.com'],
    ['their own where the field is empty', { sendTo: '{{ manager }}' }, {}, null],
  ])('%s', async (_, values, person, to) => {
    const world = await openFlowWorld(await testHouse())
    await world.email(1)
    const trial = await openTrial(world, ['/send', { emailId: 1, ...values }])
    const ada = await world.person(person)
    await trial.go(ada)
    expect(await trial.left()).toEqual({ [ada]: 'left' })
    expect((await world.rows<Mail>(MAILS)).map((mail) => mail.to_address)).toEqual([to])
  })

  test('Liquid that cannot be run keeps the flow from being switched on', async () => {
    const world = await openFlowWorld(await testHouse())
    await world.email(1)
    const sendTo = '{% if plan %}{{ plan | date_to_moon }}{% endif %}a@example.com'
    await expect(openTrial(world, ['/send', { emailId: 1, sendTo }])).rejects.toThrow('The Liquid cannot be run')
  })
})

describe('how often', () => {
  test.each([
    ['once, where nothing is said', {}, 1],
    ['once', { onlyOnce: true }, 1],
    ['every time', { onlyOnce: false }, 2],
  ])('%s', async (_, values, mails) => {
    const world = await openFlowWorld(await testHouse())
    await world.email(1)
    const trial = await openTrial(world, ['/send', { emailId: 1, ...values }])
    const ada = await world.person()
    await trial.go(ada)
    await trial.go(ada)
    expect(await world.rows(MAILS)).toHaveLength(mails)
  })

  test('a person who comes by two ways at once gets one', async () => {
    const world = await openFlowWorld(await testHouse())
    await world.email(1)
    const { flowId } = await world.draw(
      {
        start: ['/event', { eventName: 'Go' }],
        a: ['/add-tag', { tag: 'a' }],
        b: ['/add-tag', { tag: 'b' }],
        send: ['/send', { emailId: 1 }],
      },
      [
        ['start', 'a'],
        ['start', 'b'],
        ['a', 'send'],
        ['b', 'send'],
      ],
    )
    await world.switchOn(flowId)
    await world.event(await world.person(), 'Go')
    await world.takeChanges()
    expect(await world.rows(MAILS)).toHaveLength(1)
  })
})

/** What events said that mails are about, in the order of the mails. */
const ABOUT = `select e.props from sends s
    left join events e on e.account_id = $1 and e.id = s.event_id and e.created_at = s.event_at
  where s.account_id = $1 order by s.id`

describe('what the mail is about', () => {
  const steps = {
    start: ['/event', { eventName: 'Paid' }],
    wait: ['/delay-v2', { kind: 'duration', value: 1, unit: 'days' }],
    send: ['/send', { emailId: 1, onlyOnce: false }],
  } satisfies Record<string, DrawnStep>

  test('is the event that began the pass, on each of its ways and however long they take', async () => {
    const world = await openFlowWorld(await testHouse())
    await world.email(1)
    const { flowId } = await world.draw({ ...steps, now: steps.send }, [
      ['start', 'wait'],
      ['wait', 'send'],
      ['start', 'now'],
    ])
    await world.switchOn(flowId)
    const ada = await world.person()
    for (const plan of ['small', 'large']) await world.event(ada, 'Paid', { plan })
    await world.takeChanges()
    await world.advance(flowId)
    world.house.clock.advance(86_400_000)
    await world.advance(flowId)
    const plans = (await world.rows<{ props: { plan: string } }>(ABOUT)).map(({ props }) => props.plan)
    expect(plans.sort()).toEqual(['large', 'large', 'small', 'small'])
  })

  test('stays the same for those who are sent along a new link', async () => {
    const world = await openFlowWorld(await testHouse())
    await world.email(1)
    const { flowId, ids } = await world.draw(steps, [['start', 'wait']])
    await world.switchOn(flowId)
    await world.event(await world.person(), 'Paid', { plan: 'small' })
    await world.takeChanges()
    await world.switchOff(flowId)
    await world.client.call('createLink', {
      body: { source: ids.start!, target: ids.send!, data: { retriggerObjectsUponActivation: true } },
    })
    await world.switchOn(flowId)
    await world.advance(flowId)
    expect(await world.rows(ABOUT)).toEqual([{ props: { plan: 'small' } }])
  })

  test('is nothing where no event began it', async () => {
    const world = await openFlowWorld(await testHouse())
    await world.email(1)
    await world.tags('vip')
    const { flowId } = await world.draw({ start: ['/tag', { tag: 'vip', change: 'added' }], send: steps.send }, [
      ['start', 'send'],
    ])
    await world.switchOn(flowId)
    const ada = await world.person()
    await world.system((tx) => world.engine.doors.addTags(tx, world.accountId, [{ personId: ada, tag: 'vip' }]))
    await world.takeChanges()
    expect(await world.rows(ABOUT)).toEqual([{ props: null }])
  })
})

describe('its settings', () => {
  test.each([
    [{}, 'Choose an email.'],
    [{ emailId: 0 }, 'Choose an email.'],
    [{ emailId: 'x' }, 'Choose an email.'],
    [{ emailId: '1' }, undefined],
    [{ emailId: 1, window: { ...OFFICE, weekdays: [] } }, 'Choose at least one day.'],
    [{ emailId: 1, window: { ...OFFICE, from: '9' } }, 'Use a time such as 09:00.'],
    [{ emailId: 1, window: { ...OFFICE, to: '24:00' } }, 'Use a time such as 09:00.'],
  ])('%j says %s', (values, message) => {
    expect(wrongWith(sendStep, values)).toBe(message)
  })
})
