import { testHouse } from '@millrace/kit/testing'
import { expect, test } from 'vitest'
import { openFlowWorld } from '../../testing/index.ts'
import { flowNames, objectFieldsInFlows } from '../names/flowNames.ts'
import { openDoors } from '../openDoors.ts'
import { readFlow } from '../verbs/readFlow.ts'
import { usesOfKind } from '../verbs/usesOfKind.ts'
import { packFlow } from './packFlow.ts'
import { unpackFlow } from './unpackFlow.ts'

test('a flow of companies is copied elsewhere with the companies’ fields, and beside itself', async () => {
  const house = await testHouse()
  const [from, to] = [await openFlowWorld(house), await openFlowWorld(house)]
  await from.object({ name: 'Acme', stage: 'new' })
  const { flowId } = await from.draw(
    { start: ['/field-changed', { field: 'stage' }], mark: ['/change-field', { field: 'stage', value: 'seen' }] },
    [['start', 'mark']],
    {},
    'company',
  )
  const file = await from.system(async (tx) => packFlow(tx, from.accountId, await readFlow(tx, from.accountId, flowId)))
  expect(file.fields.map(({ name }) => name)).toEqual(['stage'])
  const editor = { accountId: to.accountId, memberId: 0 }
  const taken = await to.system((tx) =>
    unpackFlow({ tx, house, doors: to.engine.doors, editor }, file, { name: 'Copied' }),
  )
  expect(taken.copied.fields.map(({ name }) => name)).toEqual(['stage'])
  const copied = await to.client.call('getFlow', { params: { id: taken.flowId }, query: {} })
  expect(copied.integration.objectType).toBe('company')
  await to.switchOn(taken.flowId)
  const company = await to.object({ name: 'Globex' })
  await to.changeObject(company, { stage: 'won' })
  await to.takeChanges()
  const fields = await to.rows<{ stage: string }>(
    `select fields ->> 'stage' as stage from objects where account_id = $1`,
  )
  expect(fields).toEqual([{ stage: 'seen' }])
  const { integration } = await from.client.call('createFlow', { query: { source: flowId }, body: {} })
  expect(integration.objectType).toBe('company')
})

test('a kind that flows take says which; its fields are no fields of people', async () => {
  const house = await testHouse()
  const world = await openFlowWorld(house)
  const { flowId } = await world.draw({ start: ['/field-changed', { field: 'plan' }] }, [], {}, 'company')
  const uses = () => world.system((tx) => usesOfKind(tx, world.accountId, { objectName: 'Company' }))
  expect(await uses()).toEqual([{ kind: 'flow', id: flowId, name: 'Drawn', isActive: false }])
  const mentions = await world.system((tx) => flowNames(house).mentionsOf(tx, world.accountId))
  expect(mentions.filter(({ what }) => what === 'field')).toEqual([])
  const [kind] = await world.rows<{ id: number }>('select id from object_schemas where account_id = $1')
  expect(await world.system((tx) => objectFieldsInFlows(house)(tx, world.accountId))).toEqual([
    { schemaId: kind?.id, name: 'plan', use: { kind: 'flow', id: flowId, name: 'Drawn', isActive: false } },
  ])
  const attached = await world.client.call('getFlowAttached', { params: { id: flowId }, query: {} })
  expect(attached.fields.map(({ name }) => name)).toEqual(['plan'])
  await world.client.call('updateFlow', { params: { id: flowId }, body: { archived: true } })
  expect(await uses()).toEqual([])
})

test('new flows of a kind that the plan does not cover are refused, those of people are not', async () => {
  const house = await testHouse()
  const world = await openFlowWorld(house, {}, openDoors(house, { allowsCustom: async () => false }))
  const make = (query: object, objectType?: string) =>
    world.client.send('createFlow', { query, body: { ...(objectType && { objectType }) } })
  await world.system((tx) =>
    tx.run(
      `insert into object_schemas (account_id, name, display_name_singular, display_name_plural, primary_field, created_at, updated_at)
       values ($1, 'site', 'Site', 'Sites', 'name', now(), now())`,
      [world.accountId],
    ),
  )
  expect(await make({}, 'site')).toMatchObject({
    status: 402,
    body: { error: { message: 'Custom objects are not part of your plan.' } },
  })
  const { flowId } = await world.draw({ start: ['/field-changed', { field: 'plan' }] }, [], {}, 'company')
  await world.system((tx) =>
    tx.run(`update accounts set settings = settings || '{"hasCompanyObjectsFeature": false}' where id = $1`, [
      world.accountId,
    ]),
  )
  for (const refused of [await make({}, 'company'), await make({ source: flowId })])
    expect(refused).toMatchObject({ status: 402, body: { error: { message: 'Companies are not part of your plan.' } } })
  expect((await make({})).status).toBe(200)
})
