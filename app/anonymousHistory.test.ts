import { eventsContract } from '@millrace/events/contract'
import { peopleContract } from '@millrace/people/contract'
import { segmentsContract } from '@millrace/segments/contract'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestOwner } from './testing/openTestApp.ts'

let app: TestApp
let accountId: number
let call: TestOwner['call']

beforeAll(async () => {
  app = await openTestApp()
})
beforeEach(async () => {
  ;({ accountId, call } = await app.newOwner())
})

const settle = () => app.settle(accountId)
const track = async (...items: object[]) => {
  for (const item of items) {
    app.house.clock.advance(60_000)
    await call(eventsContract, 'ingestEvents', { body: { events: [item] } } as never)
  }
  await settle()
}
const visitor = { segmentAnonymousId: 'device-1' }
const everybody = async () => (await call(peopleContract, 'listPeople', { query: {} })).people
const historyOf = async (id: number) =>
  (await call(eventsContract, 'listPersonEvents', { params: { id }, query: {} })).events.map(({ name }) => name)
const newTried = async () => {
  const done = { type: 'field' as const, field: 'name', condition: 'is' as const, value: 'Tried the demo' }
  const event = {
    type: 'event' as const,
    condition: 'has' as const,
    systemConditions: { type: 'group' as const, operator: 'and' as const, conditions: [done] },
  }
  const conditions = { type: 'group' as const, operator: 'and' as const, conditions: [event] }
  return (await call(segmentsContract, 'createSegment', { body: { name: 'Tried', conditions } as never })).segment.id
}

describe('a visitor whom tracking has followed', () => {
  it('keeps the history when they leave an address', async () => {
    await track(
      { name: 'Saw pricing', user: { ...visitor, utmSource: 'ad', tags: 'curious' } },
      { name: 'Tried the demo', user: visitor },
    )
    const [before] = await everybody()
    await track({ name: 'identify', user: { ...visitor, email: 'ann@acme.io', firstName: 'Ann' } })
    const [ann, ...others] = await everybody()
    expect(others).toEqual([])
    expect(ann).toMatchObject({ id: before?.id, email: 'ann@acme.io', utmSource: 'ad', tags: 'curious' })
    expect(await historyOf(ann?.id ?? 0)).toEqual(expect.arrayContaining(['Tried the demo', 'Saw pricing']))
  })

  it('turns out to be somebody known: events, tags, segments and what was learnt go along, what was known wins', async () => {
    const segment = await newTried()
    await call(peopleContract, 'savePeople', { body: { email: 'ann@acme.io', utmSource: 'friend', tags: 'client' } })
    await track(
      { name: 'Bought', user: { email: 'ann@acme.io' } },
      { name: 'Saw pricing', user: { ...visitor, utmSource: 'ad', country: 'CH', tags: 'curious' } },
      { name: 'Tried the demo', user: visitor },
    )
    const inSegment = async () =>
      (await call(segmentsContract, 'listSegmentPeople', { params: { id: segment }, query: {} })).people
    expect(await everybody()).toHaveLength(2)
    expect((await inSegment()).map(({ email }) => email)).toEqual([null])
    await track({ name: 'identify', user: { ...visitor, email: 'ann@acme.io' } })
    const [ann, ...others] = await everybody()
    expect(others).toEqual([])
    expect(ann).toMatchObject({ email: 'ann@acme.io', utmSource: 'friend', country: 'CH', tags: 'client,curious' })
    expect((await historyOf(ann?.id ?? 0)).filter((name) => name !== 'identify')).toEqual([
      'Tried the demo',
      'Saw pricing',
      'Bought',
    ])
    expect((await inSegment()).map(({ email }) => email)).toEqual(['ann@acme.io'])
    await track({ name: 'Came again', user: visitor })
    expect((await historyOf(ann?.id ?? 0))[0]).toBe('Came again')
    expect(await everybody()).toHaveLength(1)
  })

  it('becomes known by a call of the API as well', async () => {
    await track({ name: 'Saw pricing', user: visitor })
    const { user } = await call(peopleContract, 'savePeople', { body: { ...visitor, userId: 'u-1' } })
    await settle()
    expect(await historyOf(user.id)).toContain('Saw pricing')
    const known = await call(peopleContract, 'listPeople', { query: { ignoreAnonymous: true } })
    expect(known.people.map(({ userId }) => userId)).toEqual(['u-1'])
  })

  it('stays two people where two others use the device', async () => {
    await track(
      { name: 'Saw pricing', user: visitor },
      { name: 'identify', user: { ...visitor, email: 'ann@acme.io' } },
      { name: 'identify', user: { ...visitor, email: 'bob@acme.io' } },
      { name: 'Bought', user: { email: 'bob@acme.io' } },
    )
    const [bob, ann] = await everybody()
    expect([bob?.email, ann?.email]).toEqual(['bob@acme.io', 'ann@acme.io'])
    expect(await historyOf(ann?.id ?? 0)).toContain('Saw pricing')
    expect(await historyOf(bob?.id ?? 0)).not.toContain('Saw pricing')
  })
})
