import { accessContract } from '@millrace/access/contract'
import { flowsContract } from '@millrace/flows/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf, until } from '../instance/client.ts'
import { type FlowStage, openFlowStage, stepOn } from './flowStage.ts'
import { findings, keepPictureOfFailures } from './page.ts'

const PEOPLE = ['ann', 'bob', 'cleo', 'dan', 'eve', 'fay'].map((name) => `${name}@readers.example`)
const COLLEAGUE = 'theo@together.example'
const DAY_MS = 86_400_000

let stage: FlowStage
let mara: Page
let theo: Page
const known = { flow: 0, short: 0, long: 0, last: 0 }

/** Half of those who come wait two days, half of them three. */
const drawFlow = async () => {
  const { owner } = stage
  const { integration } = await owner(flowsContract.createFlow, { query: {}, body: { name: 'Two ways' } })
  const step = async (operationKey: string, values: object, x: number, y: number) => {
    const data = { editor: { coordinates: { x, y } } }
    const body = { integrationId: integration.id, operationKey, inputFields: { values }, data }
    return (await owner(flowsContract.createStep, { body: body as never })).step.id
  }
  const start = await step('/event', { eventName: 'Came' }, 200, 0)
  const variants = [
    { key: 'a', name: 'Short', weight: 50 },
    { key: 'b', name: 'Long', weight: 50 },
  ]
  const split = await step('/ab-test', { variants }, 200, 200)
  known.short = await step('/delay-v2', { kind: 'duration', value: 2, unit: 'days' }, 0, 400)
  known.long = await step('/delay-v2', { kind: 'duration', value: 3, unit: 'days' }, 400, 400)
  known.last = await step('/delay-v2', { kind: 'duration', value: 9, unit: 'days' }, 200, 600)
  const link = (source: number, target: number, condition: string | null) =>
    owner(flowsContract.createLink, { body: { source, target, data: { condition } } })
  await link(start, split, null)
  await link(split, known.short, 'Short')
  await link(split, known.long, 'Long')
  await link(known.short, known.last, null)
  await link(known.long, known.last, null)
  await owner(flowsContract.updateFlow, { params: { id: integration.id }, body: { status: 'on' } })
  known.flow = integration.id
}

/** A second member, who was invited and chose a password. */
const invite = async () => {
  await stage.owner(accessContract.inviteTeamMember, { body: { email: COLLEAGUE, name: 'Theo' } })
  const token = /token=([\w.-]+)/.exec((await stage.mailTo(COLLEAGUE)).text ?? '')?.[1] ?? ''
  const client = clientOf(stage.address)
  const password = 'another long password'
  await client(accessContract.resetPassword, { body: { token, password } })
  await client(accessContract.login, { body: { email: COLLEAGUE, password } })
  return client
}

beforeAll(async () => {
  stage = await openFlowStage('together.example')
  await drawFlow()
  mara = await stage.pageOf(stage.owner)
  theo = await stage.pageOf(await invite())
})
afterAll(() => stage?.close())
keepPictureOfFailures(() => theo)

const waiting = async (stepId: number) => {
  const query = { state: 'queued', limit: 100 } as const
  return (await stage.owner(flowsContract.listStepPeople, { params: { stepId }, query })).people.queued ?? []
}
const whoWaits = async (stepId: number) => (await waiting(stepId)).map(({ email }) => email).sort()
const entered = async (stepId: number) => (await stage.countsAt(known.flow, stepId)).entered
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

const setLength = async (page: Page, title: string, days: string) => {
  await stepOn(page, title).click()
  const panel = page.getByRole('region', { name: 'Wait settings' })
  await panel.getByLabel('Length').fill(days)
}

describe('a flow that people are in, edited by two', () => {
  it('splits who comes, and everybody keeps their variant', async () => {
    for (const email of PEOPLE) await stage.event('Came', email)
    const all = async () => (await entered(known.short)) + (await entered(known.long))
    await until('everybody in a variant', async () => (await all()) === PEOPLE.length)
    const [short, long] = [await whoWaits(known.short), await whoWaits(known.long)]
    expect([...short, ...long].sort()).toEqual(PEOPLE)
    for (const email of PEOPLE) await stage.event('Came', email)
    await until('everybody once more', async () => (await all()) === 2 * PEOPLE.length)
    expect(new Set(await whoWaits(known.short))).toEqual(new Set(short))
    expect(new Set(await whoWaits(known.long))).toEqual(new Set(long))
    await mara.goto(`/flows/${known.flow}`)
    await theo.goto(`/flows/${known.flow}`)
    for (const [title, people] of [
      ['Wait 2 days', short],
      ['Wait 3 days', long],
    ] as const)
      await stepOn(mara, title)
        .getByRole('button', { name: `${2 * people.length} people entered` })
        .waitFor()
  })

  it('shows each what the other changes, and holds those who wait to the new time where that is wanted', async () => {
    await button(mara, /Theo has this flow open/).waitFor()
    expect(await findings(mara)).toEqual([])
    const before = await waiting(known.short)
    await setLength(mara, 'Wait 2 days', '4')
    await button(mara, 'Save step').click()
    if (before.length) await button(mara, 'For them too').click()
    await button(mara, 'Edit active flow').click()
    await stepOn(theo, 'Wait 4 days').waitFor()
    const moved = await until('the new time', async () => {
      const now = await waiting(known.short)
      return now.every(({ enteredAt, dueAt }) => Date.parse(dueAt ?? '') - Date.parse(enteredAt) === 4 * DAY_MS) && now
    })
    const runs = (people: typeof before) => people.map(({ runId }) => runId).sort((one, other) => one - other)
    expect(runs(moved)).toEqual(runs(before))
  })

  it('asks whose change counts where both changed the same step', async () => {
    await setLength(mara, 'Wait 3 days', '5')
    // What the colleague does is not seen before it is too late.
    await mara.route('**/people-counts**', (route) => route.abort())
    await setLength(theo, 'Wait 3 days', '6')
    await button(theo, 'Save step').click()
    const long = await waiting(known.long)
    if (long.length) await button(theo, 'Only for those who come').click()
    await button(theo, 'Edit active flow').click()
    await stepOn(theo, 'Wait 6 days').waitFor()
    await until('it to be saved', async () => {
      const { step } = await stage.owner(flowsContract.getStep, { params: { id: known.long }, query: {} })
      return step.inputFields.values.value === 6
    })
    const refused = mara.waitForResponse((reply) => reply.status() === 409)
    await button(mara, 'Save step').click()
    if (long.length) await button(mara, 'Only for those who come').click()
    await refused
    await mara.getByText(/changed this step while you did/).waitFor()
    await mara.unroute('**/people-counts**')
    await button(mara, 'Take theirs').click()
    await stepOn(mara, 'Wait 6 days').waitFor()
    const length = mara.getByRole('region', { name: 'Wait settings' }).getByLabel('Length')
    await expect.poll(() => length.inputValue()).toBe('6')
    const days = (await waiting(known.long)).map(
      ({ enteredAt, dueAt }) => (Date.parse(dueAt ?? '') - Date.parse(enteredAt)) / DAY_MS,
    )
    expect(new Set(days)).toEqual(new Set(long.length ? [3] : []))
  })

  it('loses nobody when a step is deleted under them', async () => {
    const [shorts, longs] = [await whoWaits(known.short), await whoWaits(known.long)]
    const title = longs.length ? 'Wait 6 days' : 'Wait 4 days'
    const people = longs.length ? longs : shorts
    await stepOn(theo, title).click()
    await theo.getByRole('region', { name: 'Wait settings' }).getByRole('button', { name: 'More' }).click()
    await theo.getByRole('menuitem', { name: 'Delete step' }).click()
    await theo.getByText('They can go on to “Wait 9 days”').waitFor()
    await button(theo, 'Let them go on').click()
    await stepOn(theo, 'Wait 9 days')
      .getByRole('button', { name: `${people.length} waiting` })
      .waitFor()
    await stepOn(mara, title).waitFor({ state: 'hidden' })
    expect(await whoWaits(known.last)).toEqual(people)
    expect(stage.wrong).toEqual([])
  })
})
