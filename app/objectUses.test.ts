import { flowsContract } from '@millrace/flows/contract'
import { objectsContract } from '@millrace/objects/contract'
import { peopleContract } from '@millrace/people/contract'
import { type Condition, type Conditions, segmentsContract } from '@millrace/segments/contract'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestOwner } from './testing/openTestApp.ts'

let app: TestApp
let accountId: number
let call: TestOwner['call']
/** Of people with companies, and of companies with boats. */
let staff: number
let fleet: number

beforeAll(async () => {
  app = await openTestApp()
})
beforeEach(async () => {
  ;({ accountId, call } = await app.newOwner())
  const fields = [{ name: 'name' }, { name: 'length', type: 'number' as const }]
  await call(objectsContract, 'createSchema', { body: { name: 'boat', displayNamePlural: 'Boats', fields } })
  await call(objectsContract, 'createSchemaFields', { params: { objectName: 'company' }, body: [{ name: 'tier' }] })
  const { schemas } = await call(objectsContract, 'listSchemas', {})
  staff = schemas[0]?.associations[0]?.id ?? 0
  const made = { fromObject: 'company', toObject: 'boat', type: '1:M' as const, name: 'Fleet' }
  fleet = (await call(objectsContract, 'createAssociation', { body: made })).association.id
})

const group = (...conditions: Condition[]): Conditions => ({ type: 'group', operator: 'and', conditions })
const field = (name: string): Condition => ({ type: 'field', field: name, condition: 'is', value: 'x' })
const tied = (value: number, ...conditions: Condition[]): Condition => ({
  type: 'association',
  value,
  condition: { type: 'any' },
  associationConditions: group(...conditions),
})
const makeSegment = async (name: string, objectName: string, ...conditions: Condition[]) => {
  const body = { name, objectName, conditions: group(...conditions) }
  return (await call(segmentsContract, 'createSegment', { body })).segment.id
}
const makeFlow = async (name: string, objectType: string, operationKey: string, input: object) => {
  const { integration } = await call(flowsContract, 'createFlow', { query: {}, body: { name, objectType } })
  await app.house.db.system((tx) =>
    tx.run(
      `insert into flow_steps (account_id, flow_id, service_id, operation_key, input, created_at, updated_at)
       values ($1, $2, 'millrace', $3, $4, $5, $5)`,
      [accountId, integration.id, operationKey, JSON.stringify(input), app.house.clock.now()],
    ),
  )
  return integration.id
}
const usesOf = async (objectName: string, fieldName: string) =>
  (await call(objectsContract, 'listSchemaFieldUses', { params: { objectName, fieldName } })).uses
    .map(({ kind, name }) => `${kind} ${name}`)
    .sort()

it('a field of a kind says which segments and flows use it, from wherever they look at it', async () => {
  await makeSegment('Of the kind', 'company', { type: 'group', operator: 'or', conditions: [field('tier')] })
  await makeSegment('Of people', 'person', tied(staff, field('tier'), tied(fleet, field('length'))))
  await makeSegment('Of boats', 'boat', tied(fleet, field('tier')))
  await makeSegment('Of people’s own', 'person', field('tier'))
  await makeFlow('Of companies', 'company', '/field-changed', { field: 'tier' })
  await makeFlow('For people', 'person', '/condition', { conditions: group(tied(staff, field('tier'))) })
  await makeFlow('Of people’s own', 'person', '/change-field', { field: 'tier', value: 'x' })
  expect(await usesOf('company', 'tier')).toEqual([
    'flow For people',
    'flow Of companies',
    'segment Of boats',
    'segment Of people',
    'segment Of the kind',
  ])
  expect(await usesOf('boat', 'length')).toEqual(['segment Of people'])
  const counts = await call(objectsContract, 'countSchemaFieldUses', { params: { objectName: 'Company' } })
  expect(counts).toEqual({ useCounts: { tier: 5 } })
})

it('a field and a tag of people say which segments of objects use them', async () => {
  await call(peopleContract, 'createFields', { body: [{ name: 'seats' }] })
  await call(peopleContract, 'createTags', { body: { tags: [{ tag: 'vip' }] } })
  const has: Condition = { type: 'tag', value: 'VIP', condition: 'has' }
  const id = await makeSegment('Of companies', 'company', tied(staff, field('seats'), has))
  const use = { kind: 'segment', id, name: 'Of companies', isActive: true }
  expect((await call(peopleContract, 'listFieldUses', { params: { fieldName: 'seats' } })).uses).toEqual([use])
  expect(await usesOf('person', 'seats')).toEqual(['segment Of companies'])
  expect(await usesOf('company', 'tier')).toEqual([])
  expect((await call(peopleContract, 'listTagUses', { params: { tag: 'vip' } })).uses).toEqual([use])
})

it('a kind that something looks at along an association stays, and says what does', async () => {
  const id = await makeSegment('Has a boat', 'company', tied(fleet))
  const flow = await makeFlow('New boats', 'boat', '/field-changed', { field: 'length' })
  await call(objectsContract, 'createObjects', { params: { objectName: 'boat' }, body: [{ name: 'Ada' }] })
  const params = { objectName: 'boat' }
  const uses = [
    { kind: 'flow', id: flow, name: 'New boats', isActive: false },
    { kind: 'segment', id, name: 'Has a boat', isActive: true },
  ]
  expect(await call(objectsContract, 'listSchemaUses', { params })).toEqual({ objects: 1, uses })
  expect(await call(objectsContract, 'listAssociationUses', { params: { id: fleet } })).toEqual({
    ties: 0,
    uses: uses.slice(1),
  })
  await call(flowsContract, 'updateFlow', { params: { id: flow }, body: { archived: true } })
  await expect(call(objectsContract, 'deleteSchema', { params })).rejects.toThrow('The segment “Has a boat” uses it.')
  await call(segmentsContract, 'deleteSegment', { params: { id } })
  await call(objectsContract, 'deleteSchema', { params })
})
