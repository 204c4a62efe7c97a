import { testHouse } from '@millrace/kit/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AssociationCondition, Condition, Conditions, FieldCondition } from '../../contract/index.ts'
import { openTiedWorld } from '../../testing/index.ts'
import { objectsInSegment } from '../objectsInSegment.ts'
import { objectMemberships } from '../personMemberships.ts'
import { createSegment } from '../verbs/createSegment.ts'
import { explainSegment, explainSegmentObject } from '../verbs/explainSegment.ts'
import { updateSegment } from '../verbs/updateSegment.ts'

type World = Awaited<ReturnType<typeof openTiedWorld>>
let world: World

const all = (...conditions: Condition[]): Conditions => ({ type: 'group', operator: 'and', conditions })
const is = (field: string, value: string | number): Condition => ({ type: 'field', field, condition: 'is', value })
const tied = (
  { id }: { id: number },
  condition: AssociationCondition['condition'],
  ...inner: Condition[]
): AssociationCondition => ({
  type: 'association',
  value: id,
  condition,
  ...(inner.length && { associationConditions: all(...inner) }),
})
const make = async (conditions: Conditions, objectName?: string) => {
  const { id } = await createSegment(world.house, world.accountId, {
    name: `S${Math.random()}`,
    conditions,
    ...(objectName && { objectName }),
  })
  await world.settle()
  return id
}

beforeEach(async () => {
  await testHouse()
  world = await openTiedWorld()
})

describe('people by what they are associated with', () => {
  it('enter when tied, follow the company as it changes, and leave when cut', async () => {
    const [ann] = await world.add({})
    const [acme] = await world.put('company', [{ fields: { name: 'Acme', plan: 'Pro' } }])
    const id = await make(all(tied(world.staff, { type: 'any' }, is('plan', 'Pro'))))
    expect(await world.members(id)).toEqual([])
    await world.tie(world.staff, ann!, acme!)
    expect(await world.settle()).toEqual([{ kind: 'segment.entered', personId: ann, ref: id, isBuild: false }])
    await world.put('company', [{ id: acme!, fields: { plan: 'Free' } }])
    await world.settle()
    expect(await world.members(id)).toEqual([])
    await world.put('company', [{ id: acme!, fields: { plan: 'pro' } }])
    await world.settle()
    expect(await world.members(id)).toEqual([ann])
    await world.cut(world.staff, ann!, acme!)
    await world.settle()
    expect(await world.members(id)).toEqual([])
  })

  it('look further along: projects of their companies', async () => {
    const [ann, ben] = await world.add({}, {})
    const [acme] = await world.put('company', [{ fields: { name: 'Acme' } }])
    const [site] = await world.put('project', [{ fields: { name: 'Site', status: 'draft' } }])
    await world.tie(world.staff, ann!, acme!)
    await world.tie(world.work, acme!, site!)
    const id = await make(
      all(tied(world.staff, { type: 'any' }, tied(world.work, { type: 'any' }, is('status', 'live')))),
    )
    expect(await world.members(id)).toEqual([])
    await world.put('project', [{ id: site!, fields: { status: 'live' } }])
    await world.settle()
    expect(await world.members(id)).toEqual([ann])
    await world.tie(world.staff, ben!, acme!)
    await world.settle()
    expect(await world.members(id)).toEqual([ann, ben])
    await world.cut(world.work, acme!, site!)
    await world.settle()
    expect(await world.members(id)).toEqual([])
  })

  it('are told why', async () => {
    const [ann] = await world.add({})
    const [acme] = await world.put('company', [{ fields: { name: 'Acme', plan: 'Pro' } }])
    await world.tie(world.staff, ann!, acme!)
    const id = await make(all(tied(world.staff, { type: 'at least', value: 2 }, is('plan', 'Pro'))))
    const { isIn, explanation } = await explainSegment(world.house, world.accountId, id, ann!, {})
    expect(isIn).toBe(false)
    expect(explanation.conditions?.[0]).toMatchObject({
      text: 'has at least 2 Companies where plan is Pro',
      isTrue: false,
      fact: '1 of 1',
    })
  })
})

const period = (value: number, unit: 'minutes' | 'hours' | 'days') => ({ value, unit })
const ago = (field: string, value: number, unit: 'minutes' | 'hours' | 'days'): Condition => ({
  type: 'field',
  field,
  condition: 'before period',
  value: period(value, unit),
})
const inMinutes = (minutes: number) => new Date(world.house.clock.now().getTime() + minutes * 60_000).toISOString()
const pass = async (minutes: number) => {
  world.house.clock.advance(minutes * 60_000)
  await world.settle()
}

describe('time alone moves', () => {
  it('companies by their own fields, in the minute', async () => {
    const [acme] = await world.put('company', [{ fields: { name: 'Acme', renewsAt: inMinutes(60) } }])
    const old = await make(all(ago('createdAt', 2, 'hours')), 'company')
    const due = await make(all(ago('renewsAt', 1, 'hours')), 'company')
    await pass(119)
    expect(await world.objectMembers(old)).toEqual([])
    expect(await world.objectMembers(due)).toEqual([])
    await pass(2)
    expect(await world.objectMembers(old)).toEqual([acme])
    expect(await world.objectMembers(due)).toEqual([acme])
  })

  it('people by what they are associated with, however far', async () => {
    const [ann, ben] = await world.add({}, {})
    const [acme] = await world.put('company', [{ fields: { name: 'Acme', renewsAt: inMinutes(30) } }])
    const [site] = await world.put('project', [{ fields: { name: 'Site', endsAt: inMinutes(90) } }])
    await world.tie(world.staff, ann!, acme!)
    await world.tie(world.work, acme!, site!)
    const near = await make(all(tied(world.staff, { type: 'any' }, ago('renewsAt', 30, 'minutes'))))
    const far = await make(
      all(tied(world.staff, { type: 'any' }, tied(world.work, { type: 'any' }, ago('endsAt', 30, 'minutes')))),
    )
    await pass(58)
    expect([await world.members(near), await world.members(far)]).toEqual([[], []])
    await pass(3)
    expect([await world.members(near), await world.members(far)]).toEqual([[ann], []])
    await world.tie(world.staff, ben!, acme!)
    await pass(60)
    expect([await world.members(near), await world.members(far)]).toEqual([
      [ann, ben],
      [ann, ben],
    ])
  })

  it('companies by what their people did', async () => {
    const [ann] = await world.add({})
    const [acme] = await world.put('company', [{ fields: { name: 'Acme' } }])
    await world.tie(world.staff, ann!, acme!)
    const visited: Condition = {
      type: 'event',
      condition: 'has',
      systemConditions: { type: 'group', operator: 'and', conditions: [is('name', 'Visited') as FieldCondition] },
      recencyCondition: { type: 'recencyCondition', condition: 'after period', value: period(30, 'minutes') },
    }
    const lively = await make(all(tied(world.staff, { type: 'any' }, visited)), 'company')
    await world.did(ann!, 'Visited')
    await world.settle()
    expect(await world.objectMembers(lively)).toEqual([acme])
    await pass(29)
    expect(await world.objectMembers(lively)).toEqual([acme])
    await pass(2)
    expect(await world.objectMembers(lively)).toEqual([])
  })
})

describe('a segment of companies', () => {
  it('moves the people of those who enter it', async () => {
    const [ann] = await world.add({})
    const [acme] = await world.put('company', [{ fields: { name: 'Acme', seats: 5 } }])
    await world.tie(world.staff, ann!, acme!)
    const large = await make(all({ type: 'field', field: 'seats', condition: 'is more than', value: 10 }), 'company')
    const people = await make(
      all(tied(world.staff, { type: 'any' }, { type: 'segment', value: large, condition: 'in' })),
    )
    expect(await world.members(people)).toEqual([])
    await world.put('company', [{ id: acme!, fields: { seats: 50 } }])
    await world.settle()
    expect(await world.members(people)).toEqual([ann])
  })

  it('is counted, followed by fields and by the people in it, and listed by objects', async () => {
    const [ann] = await world.add({ fields: { role: 'owner' } })
    const [acme, beta] = await world.put('company', [
      { fields: { name: 'Acme', seats: 5 } },
      { fields: { name: 'Beta', seats: 50 } },
    ])
    const large = await make(all({ type: 'field', field: 'seats', condition: 'is more than', value: 10 }), 'company')
    const owned = await make(all(tied(world.staff, { type: 'exactly', value: 1 }, is('role', 'owner'))), 'company')
    const both = await make(all({ type: 'segment', value: large, condition: 'in' }), 'Company')
    expect(await world.objectMembers(large)).toEqual([beta])
    await world.tie(world.staff, ann!, acme!)
    await world.put('company', [{ id: acme!, fields: { seats: 11 } }])
    await world.settle()
    expect(await world.objectMembers(large)).toEqual([acme, beta])
    expect(await world.objectMembers(both)).toEqual([acme, beta])
    expect(await world.objectMembers(owned)).toEqual([acme])
    await world.change(ann!, { role: 'guest' })
    await world.settle()
    expect(await world.objectMembers(owned)).toEqual([])
    const { sql, values } = (await world.house.db.system((tx) =>
      objectsInSegment(world.house)(tx, world.accountId, large, 'company', 2),
    ))!
    const rows = await world.house.db.pool.query(
      `select o.id from objects o where o.account_id = $1 and ${sql} order by o.id`,
      [world.accountId, ...values],
    )
    expect(rows.rows.map(({ id }) => id)).toEqual([acme, beta])
    const size = await world.house.db.pool.query('select size from segment_states where segment_id = $1', [large])
    expect(size.rows[0].size).toBe(2)
  })

  it('says why a company is in it, and the company which it is in', async () => {
    const [acme, beta] = await world.put('company', [
      { fields: { name: 'Acme', seats: 5 } },
      { fields: { name: 'Beta', seats: 50 } },
    ])
    const [site] = await world.put('project', [{ fields: { name: 'Site' } }])
    const large = await make(all({ type: 'field', field: 'seats', condition: 'is more than', value: 10 }), 'company')
    const why = (id: number) => explainSegmentObject(world.house, world.accountId, large, id, {})
    const fact = (text: string, isTrue: boolean) => ({
      isIn: isTrue,
      explanation: { isTrue, conditions: [{ fact: text }] },
    })
    expect(await why(acme!)).toMatchObject(fact('5', false))
    expect(await why(beta!)).toMatchObject(fact('50', true))
    await expect(why(site!)).rejects.toThrow('There is no such object.')
    const other = await world.house.newAccount()
    await expect(explainSegmentObject(world.house, other.accountId, large, beta!, {})).rejects.toThrow(
      'no such segment',
    )
    const of = (id: number, objectName = 'Company', accountId = world.accountId) =>
      objectMemberships(world.house, accountId, { objectName, id })
    expect(await of(beta!)).toMatchObject([{ id: large, isIn: true, leftAt: null }])
    expect(await of(acme!)).toMatchObject([{ id: large, isIn: false, enteredAt: null }])
    await expect(of(beta!, 'project')).rejects.toThrow('There is no such object.')
    await expect(of(beta!, 'company', other.accountId)).rejects.toThrow('There is no such object.')
  })

  it('asks nothing that only people have, and nothing of another kind', async () => {
    const attempt = (conditions: Conditions, objectName?: string) =>
      createSegment(world.house, world.accountId, { name: 'S', conditions, ...(objectName && { objectName }) })
    const tag: Condition = { type: 'tag', value: 'vip', condition: 'has' }
    await expect(attempt(all(tag), 'company')).rejects.toThrow('Only people have tags.')
    await expect(attempt(all(tied({ id: 999 }, { type: 'any' })))).rejects.toThrow('There is no such association.')
    await expect(attempt(all(tied(world.work, { type: 'any' })))).rejects.toThrow('There is no such association.')
    await expect(attempt(all(), 'ufo')).rejects.toThrow('There is no kind of object called "ufo".')
    await expect(attempt(all({ type: 'segment', value: 3, condition: 'in' }), 'company')).rejects.toThrow('segment')
    const id = await make(all(), 'company')
    await expect(updateSegment(world.house, world.accountId, id, { name: 'S', conditions: all(tag) })).rejects.toThrow(
      'Only people have tags.',
    )
  })
})
