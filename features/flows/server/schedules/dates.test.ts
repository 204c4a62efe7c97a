import { testHouse } from '@millrace/kit/testing'
import { peopleDoor } from '@millrace/people/server'
import { afterEach, describe, expect, test } from 'vitest'
import { type DrawnStep, type FlowWorld, openFlowWorld, switchAllOff, workSchedules } from '../../testing/index.ts'
import { personFlows } from '../personFlows.ts'

const GOAL: DrawnStep = ['/goal', { name: 'Came' }]

// Tests share the loop: each begins with the flows of the others switched off.
afterEach(async () => switchAllOff(await testHouse()))

const at = async (world: FlowWorld, moment: string): Promise<unknown> => {
  world.house.clock.set(new Date(moment))
  return workSchedules(world)
}

const draw = async (world: FlowWorld, trigger: DrawnStep, data: object = {}) => {
  const drawn = await world.draw({ start: trigger, goal: GOAL }, [['start', 'goal']], data)
  await world.switchOn(drawn.flowId)
  await workSchedules(world)
  return drawn
}

/** Who came in, in order; whoever came in twice stands there twice. */
const came = async (world: FlowWorld, flowId: number): Promise<number[]> =>
  (
    await world.rows<{ id: number }>(
      `select person_id as id from flow_runs where account_id = $1 and flow_id = $2 and root_id is null order by entered_at, id`,
      [flowId],
    )
  ).map(({ id }) => id)

const setFields = (world: FlowWorld, personId: number, fields: Record<string, unknown>) =>
  world.system((tx) => peopleDoor(world.house).changeFields(tx, world.accountId, [{ personId, fields }]))

const rowsOf = (world: FlowWorld) =>
  world.rows<{ person: number; due: Date }>(
    `select d.person_id as person, d.due_at as due from flow_dates d join flow_schedules s
       on s.account_id = d.account_id and s.step_id = d.step_id and s.generation = d.generation
     where d.account_id = $1 order by d.due_at, d.person_id`,
  )

const ON: DrawnStep = ['/date-field', { field: 'trialEnd', at: '09:00' }]
const WEEK_BEFORE: DrawnStep = [
  '/date-field',
  { field: 'trialEnd', offset: { value: 7, unit: 'days', direction: 'before' }, at: '09:00' },
]

describe('a date field', () => {
  test('lets each person in on their date, on their own clock', async () => {
    const world = await openFlowWorld(await testHouse(), { timezone: 'Europe/Berlin' })
    const berlin = await world.person({ fields: { trialEnd: '2026-03-12' } })
    const newYork = await world.person({ fields: { trialEnd: '2026-03-12' }, timezone: 'America/New_York' })
    const apia = await world.person({ fields: { trialEnd: '2026-03-12' }, timezone: 'Pacific/Apia' })
    const nowhere = await world.person({ fields: { trialEnd: '2026-03-12' }, timezone: 'Nowhere/Town' })
    await world.person({ fields: { trialEnd: 'soon' } })
    await world.person()
    const { flowId } = await draw(world, ON)
    expect(await at(world, '2026-03-11T19:59:59Z')).toEqual(new Date('2026-03-11T20:00:00Z'))
    expect(await at(world, '2026-03-11T20:00:00Z')).toEqual(new Date('2026-03-12T08:00:00Z'))
    expect(await came(world, flowId)).toEqual([apia])
    await at(world, '2026-03-12T08:00:00Z')
    expect(await came(world, flowId)).toEqual([apia, berlin, nowhere])
    await at(world, '2026-03-12T13:00:00Z')
    expect(await came(world, flowId)).toEqual([apia, berlin, nowhere, newYork])
    expect(await rowsOf(world)).toEqual([])
  })

  test('what lies before the flow was switched on lets nobody in, today neither', async () => {
    const world = await openFlowWorld(await testHouse())
    await world.person({ fields: { trialEnd: '2026-03-10' } })
    await world.person({ fields: { trialEnd: '2026-03-01' } })
    const { flowId } = await draw(world, ON)
    await at(world, '2026-03-12T00:00:00Z')
    expect(await came(world, flowId)).toEqual([])
  })

  test('follows when the date or the time zone changes, and when people come and go', async () => {
    const world = await openFlowWorld(await testHouse())
    const ada = await world.person({ fields: { trialEnd: '2026-03-20' } })
    const bob = await world.person({ fields: { trialEnd: '2026-03-20' } })
    const cy = await world.person()
    const dee = await world.person({ fields: { trialEnd: '2026-03-20' } })
    const { flowId } = await draw(world, WEEK_BEFORE)
    await setFields(world, ada, { trialEnd: '2026-03-19' })
    await setFields(world, bob, { trialEnd: null })
    await setFields(world, cy, { trialEnd: '2026-03-18' })
    await setFields(world, dee, { timezone: 'Asia/Kathmandu' })
    await workSchedules(world)
    expect(await rowsOf(world)).toEqual([
      { person: cy, due: new Date('2026-03-11T09:00:00Z') },
      { person: ada, due: new Date('2026-03-12T09:00:00Z') },
      { person: dee, due: new Date('2026-03-13T03:15:00Z') },
    ])
    const eve = await world.person({ fields: { trialEnd: '2026-03-18' } })
    await world.change([{ kind: 'person.created', personId: eve }])
    await world.rows('update people set archived_at = created_at where account_id = $1 and id = $2', [dee])
    await world.change([{ kind: 'person.archived', personId: dee }])
    await at(world, '2026-03-30T00:00:00Z')
    expect((await came(world, flowId)).sort()).toEqual([ada, cy, eve].sort())
  })

  test('the same date lets nobody in twice, another one does; a date set to earlier today still counts', async () => {
    const world = await openFlowWorld(await testHouse())
    const ada = await world.person({ fields: { trialEnd: '2026-03-11' } })
    const { flowId } = await draw(world, ON)
    await at(world, '2026-03-11T09:00:00Z')
    await setFields(world, ada, { trialEnd: '2026-04-11' })
    await workSchedules(world)
    await at(world, '2026-03-11T15:00:00Z')
    await setFields(world, ada, { trialEnd: '2026-03-11' })
    await workSchedules(world)
    expect(await came(world, flowId)).toEqual([ada])
    await at(world, '2026-03-12T15:00:00Z')
    await setFields(world, ada, { trialEnd: '2026-03-12' })
    await workSchedules(world)
    expect(await came(world, flowId)).toEqual([ada, ada])
    await setFields(world, ada, { trialEnd: '2026-03-05' })
    await workSchedules(world)
    expect(await came(world, flowId)).toEqual([ada, ada])
  })

  test('a row that is out of date lets nobody in: what they carry is asked again', async () => {
    const world = await openFlowWorld(await testHouse())
    const ada = await world.person({ fields: { trialEnd: '2026-03-11' } })
    const bob = await world.person({ fields: { trialEnd: '2026-03-11' } })
    const { flowId } = await draw(world, ON)
    await world.rows(`update people set fields = '{"trialEnd": "2026-03-15"}' where account_id = $1 and id = $2`, [ada])
    await world.rows(`update people set fields = '{}' where account_id = $1 and id = $2`, [bob])
    await at(world, '2026-03-11T09:00:00Z')
    expect(await came(world, flowId)).toEqual([])
    expect(await rowsOf(world)).toEqual([{ person: ada, due: new Date('2026-03-15T09:00:00Z') }])
  })

  test('is made anew when the settings change, and goes when the flow is off', async () => {
    const world = await openFlowWorld(await testHouse())
    const ada = await world.person({ fields: { trialEnd: '2026-03-20' } })
    const { flowId, ids } = await draw(world, ON)
    await world.client.call('updateStep', {
      params: { id: ids.start! },
      body: { inputFields: { values: { ...WEEK_BEFORE[1], at: '10:00' } } },
    })
    await workSchedules(world)
    expect(await rowsOf(world)).toEqual([{ person: ada, due: new Date('2026-03-13T10:00:00Z') }])
    await world.switchOff(flowId)
    await at(world, '2026-03-11T00:00:00Z')
    expect(await world.rows('select 1 from flow_dates where account_id = $1')).toEqual([])
    await setFields(world, ada, { trialEnd: '2026-03-25' })
    await workSchedules(world)
    await world.switchOn(flowId)
    await workSchedules(world)
    expect(await rowsOf(world)).toEqual([{ person: ada, due: new Date('2026-03-18T10:00:00Z') }])
    await at(world, '2026-03-18T10:00:00Z')
    expect(await came(world, flowId)).toEqual([ada])
  })

  test('a date of thousands is built in pieces and let in in pages', async () => {
    const world = await openFlowWorld(await testHouse())
    await world.rows(
      `insert into people (account_id, email, fields, created_at, updated_at)
       select $1::int, 'd' || n || '@' || $1::int || '.example', '{"trialEnd": "2026-03-11"}', $2, $2 from generate_series(1, 5500) n`,
      [world.house.clock.now()],
    )
    const { flowId } = await draw(world, ON)
    expect((await rowsOf(world)).length).toBe(5_500)
    await at(world, '2026-03-11T09:00:00Z')
    const all = await came(world, flowId)
    expect([all.length, new Set(all).size]).toEqual([5_500, 5_500])
  })

  test('another time zone of the account moves the days of those who have none', async () => {
    const world = await openFlowWorld(await testHouse())
    const ada = await world.person({ fields: { trialEnd: '2026-03-20' } })
    const bob = await world.person({ fields: { trialEnd: '2026-03-20' }, timezone: 'Asia/Kathmandu' })
    await draw(world, ON)
    await world.rows(`update accounts set timezone = 'Australia/Lord_Howe' where id = $1`)
    await workSchedules(world)
    expect(await rowsOf(world)).toEqual([
      { person: ada, due: new Date('2026-03-19T22:00:00Z') },
      { person: bob, due: new Date('2026-03-20T03:15:00Z') },
    ])
  })

  test('a field that moves by itself keeps the flow from being switched on', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId } = await world.draw({ start: ['/date-field', { field: 'lastSeenAt', at: '09:00' }], goal: GOAL }, [
      ['start', 'goal'],
    ])
    await expect(world.switchOn(flowId)).rejects.toThrow('This date moves with everything that people do.')
  })
})

describe('every year', () => {
  const ANNUAL: DrawnStep = ['/annual', { field: 'birthday', at: '09:00' }]

  test('lets people in on the day, 29 February on the 28th, each year once', async () => {
    const world = await openFlowWorld(await testHouse())
    const ada = await world.person({ fields: { birthday: '1990-03-12' } })
    const leap = await world.person({ fields: { birthday: '2000-02-29' } })
    const { flowId } = await draw(world, ANNUAL)
    await at(world, '2026-03-12T09:00:00Z')
    expect(await at(world, '2026-03-13T09:00:00Z')).toEqual(new Date('2027-02-28T09:00:00Z'))
    await at(world, '2027-02-28T09:00:00Z')
    await at(world, '2027-03-12T09:00:00Z')
    expect(await at(world, '2027-03-13T09:00:00Z')).toEqual(new Date('2028-02-29T09:00:00Z'))
    expect(await came(world, flowId)).toEqual([ada, leap, ada])
  })

  test('a change of the time zone on the day lets nobody in twice', async () => {
    const world = await openFlowWorld(await testHouse())
    const ada = await world.person({ fields: { birthday: '1990-03-12' }, timezone: 'Europe/Berlin' })
    const { flowId } = await draw(world, ANNUAL)
    await at(world, '2026-03-12T08:00:00Z')
    await setFields(world, ada, { timezone: 'America/New_York' })
    await workSchedules(world)
    await at(world, '2026-03-12T20:00:00Z')
    expect(await came(world, flowId)).toEqual([ada])
  })

  test('counts from when a person was made, too', async () => {
    const world = await openFlowWorld(await testHouse())
    const ada = await world.person()
    const { flowId } = await draw(world, ['/annual', { field: 'createdAt', at: '09:30' }])
    await at(world, '2026-03-10T09:30:00Z')
    await at(world, '2027-03-10T09:30:00Z')
    expect(await came(world, flowId)).toEqual([ada, ada])
  })
})

test('rows follow people who are merged or erased', async () => {
  const world = await openFlowWorld(await testHouse())
  const [ada, bob, cy] = [
    await world.person({ fields: { trialEnd: '2026-03-20' } }),
    await world.person({ fields: { trialEnd: '2026-03-21' } }),
    await world.person({ fields: { trialEnd: '2026-03-22' } }),
  ]
  await draw(world, ON)
  const part = personFlows(world.house)
  await world.system((tx) =>
    part.merge(tx, world.accountId, { kept: ada, gone: bob, address: null, formerAddresses: [] }),
  )
  await world.system((tx) => part.erase(tx, world.accountId, [cy]))
  expect((await rowsOf(world)).map(({ person }) => person)).toEqual([ada])
})

test('why a date has not let somebody in', async () => {
  const world = await openFlowWorld(await testHouse())
  const ada = await world.person({ fields: { trialEnd: '2026-03-20' }, timezone: 'Asia/Kathmandu' })
  const bob = await world.person()
  const cy = await world.person({ fields: { trialEnd: '2026-03-01' } })
  const dee = await world.person({ fields: { trialEnd: 'never' } })
  const { flowId } = await draw(world, ON)
  const factOf = async (personId: number) =>
    (await world.client.call('explainFlow', { params: { id: flowId, personId } })).triggers[0]?.fact
  expect(await factOf(ada)).toBe('its time comes on Fri 20 Mar 2026 at 09:00 (Asia/Kathmandu)')
  expect(await factOf(bob)).toBe('has no date in this field')
  expect(await factOf(cy)).toBe(
    'its time was Sun 1 Mar 2026 at 09:00 (UTC), before the flow was switched on or set up this way',
  )
  expect(await factOf(dee)).toBe('what stands in this field is no date: never')
})
