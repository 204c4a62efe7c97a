import { stepType } from '@millrace/flows/contract'
import { keepOutputs, plugSteps, type StepRun, yesOrNo } from '@millrace/flows/server'
import { openFlowWorld } from '@millrace/flows/testing'
import { testHouse } from '@millrace/kit/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { openFeatures } from './features.ts'

const Card = z.object({
  design: z
    .string('Choose a design.')
    .min(1)
    .meta({ title: 'Design', dynamic: { operation: 'listDesigns' } }),
  size: z.enum(['small', 'large']).optional(),
  mapOutput: z.array(z.object({ from: z.string(), field: z.string() })).optional(),
})
type CardValues = z.output<typeof Card>

const postcard = stepType<CardValues>({
  serviceId: 'postcards',
  operationKey: '/postcard',
  type: 'action',
  kind: 'action',
  group: 'Messages',
  label: 'Postcard',
  description: 'Sends a real card.',
  icon: 'mail',
  values: Card,
  holds: { mapOutput: 'mapped-fields' },
  mapsOutput: 'must',
  outputs: () => ({ type: 'object', properties: { tracking: { type: 'string' }, price: { type: 'number' } } }),
  summary: ({ design }) => ({ title: 'Postcard', text: design ?? 'Choose a design' }),
})

const livesIn = stepType<{ city: string }>({
  serviceId: 'postcards',
  operationKey: '/lives-in',
  type: 'filter',
  kind: 'filter',
  group: 'Filters',
  label: 'Lives in',
  description: 'Asks where somebody lives.',
  icon: 'filter',
  values: z.object({ city: z.string().min(1) }),
  summary: ({ city }) => ({ title: 'Lives in', text: city ?? '' }),
})

const sent: { personId: number; design: string }[] = []

const runPostcard: StepRun<CardValues> = {
  usesDatabase: true,
  run: async (context, { design, mapOutput = [] }, tokens) => {
    const outputs = tokens.map(({ personId }) => ({ personId, value: { tracking: `T${personId}`, price: 1.5 } }))
    for (const { personId } of tokens) sent.push({ personId, design })
    const wrong = await keepOutputs(context, 'Postcards', mapOutput, outputs)
    return tokens.map((_token, index) => (wrong.has(index) ? { fail: wrong.get(index)! } : { go: null }))
  },
}

const runLivesIn: StepRun<{ city: string }> = {
  usesDatabase: true,
  run: async ({ tx, accountId }, { city }, tokens) => {
    const rows = await tx.rows<{ id: number }>(
      `select id from people where account_id = $1 and id = any($2::bigint[]) and fields ->> 'city' = $3`,
      [accountId, tokens.map(({ personId }) => personId), city],
    )
    return yesOrNo(tokens, new Set(rows.map(({ id }) => id)))
  },
}

const plug = () =>
  plugSteps({
    service: { id: 'postcards', humanName: 'Postcards' },
    types: [postcard, livesIn],
    runs: { '/postcard': runPostcard, '/lives-in': runLivesIn },
    operations: {
      listDesigns: async ({ values }) => ({
        type: 'string',
        oneOf: [{ const: 'd1', title: `Sunset, ${values.size ?? 'any size'}` }],
      }),
      nothing: async () => ({}),
    },
  })

// What is plugged in stays as long as the loaded code does, which the next test file would share.
afterAll(() => vi.resetModules())
beforeAll(async () => {
  openFeatures(await testHouse(), { plugs: [plug] })
})

/** A flow whose second step asks the service, and whose third is the service's too. */
const scene = async () => {
  const world = await openFlowWorld(await testHouse())
  const { integration } = await world.client.call('createFlow', { query: {}, body: { name: 'Cards' } })
  const add = async (serviceId: string, operationKey: string, values: object) => {
    const body = { integrationId: integration.id, serviceId, operationKey, inputFields: { values } }
    return (await world.client.call('createStep', { body: body as never })).step
  }
  const link = (source: number, target: number, condition: string | null = null) =>
    world.client.call('createLink', { body: { source, target, data: { condition } } })
  const start = await add('millrace', '/event', { eventName: 'Go' })
  const ask = await add('postcards', '/lives-in', { city: 'Köln' })
  const mapOutput = [
    { from: 'tracking', field: 'postcards.tracking' },
    { from: 'price', field: 'cardPrice' },
  ]
  const card = await add('postcards', '/postcard', { design: 'd1', mapOutput })
  const tag = await add('millrace', '/add-tag', { tag: 'carded' })
  await link(start.id, ask.id)
  await link(ask.id, card.id, 'yes')
  await link(card.id, tag.id)
  return { ...world, flowId: integration.id, ask, card, add, link }
}

describe('steps that a service brings', () => {
  it('are read like ours: label, service, ways out, settings, what they give and what they ask for', async () => {
    const { client, card, ask, add } = await scene()
    expect(card).toMatchObject({ displayLabel: 'Postcard', service: { id: 'postcards', humanName: 'Postcards' } })
    expect(card.preview).toBe('Postcard: d1')
    expect(ask.linkConditions).toEqual(['yes', 'no'])
    expect(card.inputFields.schema).toMatchObject({ properties: { design: { dynamic: { operation: 'listDesigns' } } } })
    const read = await client.call('getStep', { params: { id: card.id }, query: {} })
    expect(Object.keys(read.step.outputFields.schema.properties as object)).toEqual(['tracking', 'price'])
    const blank = await add('postcards', '/postcard', {})
    expect(blank.data.editor.mustConfig).toEqual({ configStep: true, mapInputFields: false, mapOutputFields: true })
  })

  it('take people through a flow, and keep what comes back in fields that are made for it', async () => {
    const { switchOn, flowId, person, event, takeChanges, rows, card } = await scene()
    await switchOn(flowId)
    const ann = await person({ fields: { city: 'Köln' } })
    const bob = await person({ fields: { city: 'Bonn' } })
    await event(ann, 'Go')
    await event(bob, 'Go')
    await takeChanges()
    expect(sent.filter(({ personId }) => personId === ann || personId === bob)).toEqual([
      { personId: ann, design: 'd1' },
    ])
    const [kept] = await rows<{ fields: object }>('select fields from people where account_id = $1 and id = $2', [ann])
    expect(kept!.fields).toMatchObject({ 'postcards.tracking': `T${ann}`, cardPrice: 1.5 })
    const made = await rows<{ name: string; type: string; by: string }>(
      `select name, type, created_by as by from person_fields where account_id = $1 and name in ('postcards.tracking', 'cardPrice') order by name`,
    )
    expect(made).toEqual([
      { name: 'cardPrice', type: 'number', by: 'Postcards Integration' },
      { name: 'postcards.tracking', type: 'string', by: 'Postcards Integration' },
    ])
    expect(card.id).toBeGreaterThan(0)
  })

  it('tell what their dynamic fields offer, by the settings so far', async () => {
    const { client, card, ask, server, accountId } = await scene()
    const asking = (operationName: string, stepId = card.id, serviceId = 'postcards') => ({
      params: { serviceId, operationName },
      query: { stepId },
      body: { size: 'large' },
    })
    expect(await client.call('runServiceOperation', asking('listDesigns'))).toEqual({
      schema: { type: 'string', oneOf: [{ const: 'd1', title: 'Sunset, large' }] },
    })
    const told = async (input: ReturnType<typeof asking>) => {
      const { status, body } = await client.send('runServiceOperation', input)
      return [status, (body as unknown as { error: { message: string } }).error.message]
    }
    expect(await told(asking('nothing'))).toEqual([422, 'The service answered nothing.'])
    expect(await told(asking('toString'))).toEqual([404, 'Missing operation'])
    expect(await told(asking('listDesigns', ask.id, 'nobody'))).toEqual([404, 'Missing step service'])
    expect((await told(asking('listDesigns', 999_999)))[0]).toBe(404)
    const other = server.as(await (await testHouse()).newAccount())
    expect((await other.send('runServiceOperation', asking('listDesigns'))).status).toBe(404)
    const reader = server.as({ accountId, isOwner: false, scopes: ['flows:read'] })
    expect((await reader.send('runServiceOperation', asking('listDesigns'))).status).toBe(403)
  })

  it('are unknown once the service is gone: that is told, and people wait instead of passing', async () => {
    const { client, switchOn, flowId, person, event, takeChanges, rows, card, system, accountId } = await scene()
    await switchOn(flowId)
    await system((tx) =>
      tx.run(`update flow_steps set service_id = 'gone' where account_id = $1 and id = $2`, [accountId, card.id]),
    )
    const { step } = await client.call('getStep', { params: { id: card.id }, query: {} })
    expect(step).toMatchObject({
      displayLabel: 'Unknown step',
      preview: 'Unknown step',
      service: { humanName: 'gone' },
    })
    const { problems } = await client.call('getFlowProblems', { params: { id: flowId } })
    expect(problems).toMatchObject([{ stepId: card.id, message: 'Unknown step' }])
    // Any edit of a flow that is on makes the version that people then follow.
    await client.call('updateStep', { params: { id: card.id }, body: { data: { title: 'A card' } } })
    await client.call('createStep', { body: { integrationId: flowId, operationKey: '/end-flow' } })
    const ann = await person({ fields: { city: 'Köln' } })
    await event(ann, 'Go')
    await takeChanges()
    expect(
      await rows('select step_id as step, state from flow_runs where account_id = $1 and person_id = $2', [ann]),
    ).toEqual([{ step: card.id, state: 2 }])
  })

  it('must say how they run, and belong to the service that brings them', () => {
    const service = { id: 'postcards', humanName: 'Postcards' }
    expect(() => plugSteps({ service, types: [postcard] })).toThrow(
      'Nothing says how the step /postcard of postcards runs.',
    )
    const given = { service: { id: 'other', humanName: 'Other' }, types: [livesIn] as const }
    expect(() => plugSteps({ ...given, types: [livesIn], runs: { '/lives-in': runLivesIn } })).toThrow(
      'is not one of other',
    )
  })
})
