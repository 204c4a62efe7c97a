import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { type FlowWorld, openFlowWorld, openTrial } from '../../testing/index.ts'
import { emailNotificationStep } from './emailNotification.step.ts'
import { MOST_AN_HOUR } from './spareAddresses.ts'

type Mail = { to: string; subject: string; text: string }

const MAILS = `select to_address as "to", content ->> 'subject' as subject, content ->> 'text' as text from sends
  where account_id = $1 and reason_kind = 'system' order by id`

const mails = (world: FlowWorld) => world.rows<Mail>(MAILS)

const about = { subject: 'New: {{ person.name }}', body: '{{ person.email }} from {{ person.city }}' }

describe('who is told what', () => {
  test('members and addresses get a mail each about each person', async () => {
    const world = await openFlowWorld(await testHouse())
    const [member] = await world.rows<{ id: number; email: string }>(
      'select m.id, m.email from memberships s join members m on m.id = s.member_id where s.account_id = $1',
    )
    const to = [member!.id, 'Sales@acme.example']
    const trial = await openTrial(world, ['/email-notification', { to, ...about }])
    const ada = await world.person({ email: 'ada@x.example', fields: { name: 'Ada', city: 'Köln' } })
    const bob = await world.person({ email: 'bob@x.example', fields: { name: 'Bob <b>', city: '' } })
    await trial.go(ada, bob)
    expect(await trial.left()).toEqual({ [ada]: 'left', [bob]: 'left' })
    const told = (await mails(world)).map(({ to, subject, text }) => `${to}: ${subject}: ${text}`)
    const both = [member!.email.toLowerCase(), 'sales@acme.example']
    expect(told).toEqual(
      both
        .map((address) => `${address}: New: Ada: ada@x.example from Köln`)
        .concat(both.map((address) => `${address}: New: Bob <b>: bob@x.example from `)),
    )
  })

  test('somebody named twice is told once', async () => {
    const world = await openFlowWorld(await testHouse())
    const to = ['a@acme.example', 'A@acme.example']
    const trial = await openTrial(world, ['/email-notification', { to, ...about }])
    await trial.go(await world.person())
    expect(await mails(world)).toHaveLength(1)
  })

  test('a subject of several lines becomes one, an empty one a sentence', async () => {
    const world = await openFlowWorld(await testHouse())
    const to = ['a@acme.example']
    const broken = await openTrial(world, ['/email-notification', { to, subject: '{{ person.name }}', body: 'x' }])
    const [ada, bob] = [await world.person({ fields: { name: 'A\r\nBcc: b@x' } }), await world.person()]
    await broken.go(ada, bob)
    expect((await mails(world)).map(({ subject }) => subject)).toEqual([
      'A Bcc: b@x',
      'Somebody has come to a step of your flow',
    ])
  })

  test('where nobody is left who should be told, people stop here with the reason', async () => {
    const world = await openFlowWorld(await testHouse())
    const trial = await openTrial(world, ['/email-notification', { to: [2_000_000_000], ...about }])
    const ada = await world.person()
    await trial.go(ada)
    expect(await trial.left()).toEqual({ [ada]: 'Nobody who should be told is a member any more.' })
  })

  test('another account’s members are not told', async () => {
    const house = await testHouse()
    const [world, other] = [await openFlowWorld(house), await openFlowWorld(house)]
    const [stranger] = await other.rows<{ id: number }>('select member_id as id from memberships where account_id = $1')
    const trial = await openTrial(world, ['/email-notification', { to: [stranger!.id, 'a@acme.example'], ...about }])
    await trial.go(await world.person())
    expect((await mails(world)).map(({ to }) => to)).toEqual(['a@acme.example'])
  })

  test('Liquid that fails for one stops only them', async () => {
    const world = await openFlowWorld(await testHouse())
    const body = '{% if person.name == "Ada" %}{% for i in (1..999999999) %}x{% endfor %}{% endif %}ok'
    const trial = await openTrial(world, ['/email-notification', { to: ['a@acme.example'], subject: 's', body }])
    const [ada, bob] = [await world.person({ fields: { name: 'Ada' } }), await world.person()]
    await trial.go(ada, bob)
    const left = await trial.left()
    expect(left[ada]).toMatch(/^The Liquid cannot be run: /)
    expect(left[bob]).toBe('left')
    expect(await mails(world)).toHaveLength(1)
  })
})

test('a crowd does not become a flood: an address gets so many an hour and hears how many more came', async () => {
  const world = await openFlowWorld(await testHouse())
  const trial = await openTrial(world, ['/email-notification', { to: ['a@acme.example'], subject: 's', body: 'b' }])
  const people: number[] = []
  for (let n = 0; n < MOST_AN_HOUR + 7; n++) people.push(await world.person())
  await trial.go(...people.slice(0, MOST_AN_HOUR - 1))
  await trial.go(...people.slice(MOST_AN_HOUR - 1))
  const first = await mails(world)
  expect(first).toHaveLength(MOST_AN_HOUR)
  expect(first.filter(({ text }) => text !== 'b').map(({ text }) => text)).toEqual([
    `b\n\nThis is mail ${MOST_AN_HOUR} of this step within an hour. Whoever else comes until the hour is over is not mailed about; the flow lists them all.`,
  ])
  expect(Object.values(await trial.left()).every((how) => how === 'left')).toBe(true)
  world.house.clock.set(new Date(world.house.clock.now().getTime() + 3_600_000))
  await trial.go(people[0]!, people[1]!)
  const next = (await mails(world)).slice(MOST_AN_HOUR)
  expect(next.map(({ text }) => text)).toEqual([
    'b\n\nBefore this, 7 more people came to this step without a mail of their own.',
    'b',
  ])
})

describe('its settings', () => {
  test.each([
    [{ to: [1], subject: 's', body: 'b' }, undefined],
    [{ to: ['a@b.example'], subject: 's', body: 'b' }, undefined],
    [{ subject: 's', body: 'b' }, 'Choose who is told.'],
    [{ to: [], subject: 's', body: 'b' }, 'Choose who is told.'],
    [{ to: ['sales'], subject: 's', body: 'b' }, 'Use whole addresses such as sales@acme.com.'],
    [{ to: ['{{ person.email }}'], subject: 's', body: 'b' }, 'Use whole addresses such as sales@acme.com.'],
    [{ to: [1], subject: ' ', body: 'b' }, 'Write a subject.'],
    [{ to: [1], subject: 's', body: '' }, 'Write a text.'],
  ])('%j says %s', (values, message) => {
    const issue = emailNotificationStep.values.safeParse(values).error?.issues[0]
    const inner = (issue as { errors?: { message: string }[][] } | undefined)?.errors?.at(-1)?.[0]?.message
    expect(inner ?? issue?.message).toBe(message)
  })

  test.each([
    [{}, 'Choose who is told'],
    [{ to: [1], subject: 'Hi' }, 'To 1 member: Hi'],
    [{ to: [1, 2, 'a@b.example'] }, 'To 2 members, a@b.example'],
    [{ to: ['a@b.example', 'c@b.example', 'd@b.example'] }, 'To a@b.example, c@b.example, 1 more'],
  ])('%j in words', (values, text) => {
    expect(emailNotificationStep.summary(values as never, {}).text).toBe(text)
  })
})
