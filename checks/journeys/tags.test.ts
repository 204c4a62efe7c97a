import { eventsContract } from '@millrace/events/contract'
import { flowsContract } from '@millrace/flows/contract'
import { peopleContract } from '@millrace/people/contract'
import { segmentsContract } from '@millrace/segments/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, until } from '../instance/client.ts'
import { findings, keepPictureOfFailures } from './page.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
let page: Page
let owner: Client
const known = { segment: 0, either: 0, planned: 0, flow: 0 }

beforeAll(async () => {
  stage = await openStage({ email: 'owner@tags.example' })
  owner = stage.owner
  page = await stage.pageOf(owner)
})
afterAll(() => stage?.close())
keepPictureOfFailures(() => page)

const button = (name: string | RegExp) => page.getByRole('button', { name })
const row = (name: string) => page.getByRole('row', { name, exact: true })
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })

const has = (value: string) => ({ type: 'tag', value, condition: 'has' }) as const
const makeSegment = async (name: string, ...conditions: object[]) => {
  const group = { type: 'group', operator: 'or', conditions } as never
  const { segment } = await owner(segmentsContract.createSegment, { body: { name, conditions: group } })
  return segment.id
}
const segmentCalled = async (id: number) =>
  (await owner(segmentsContract.listSegments, { query: {} })).segments.find((segment) => segment.id === id)
const sizeOf = (id: number, size: number) =>
  until(`a segment of ${size}`, async () => {
    const segment = await segmentCalled(id)
    return segment && !segment.building && segment.count === size
  })
const tagsOf = async (email: string) =>
  (await owner(peopleContract.findPeople, { query: { 'people[0][email]': email } })).users[0]?.tags.split(',') ?? []

const drawFlow = async () => {
  const { integration } = await owner(flowsContract.createFlow, { query: {}, body: { name: 'Asked for a demo' } })
  const step = async (operationKey: string, values: object) => {
    const body = { integrationId: integration.id, operationKey, inputFields: { values } }
    return (await owner(flowsContract.createStep, { body } as never)).step.id
  }
  const link = (source: number, target: number, condition: string | null = null) =>
    owner(flowsContract.createLink, { body: { source, target, data: { condition } } } as never)
  const asked = await step('/event', { eventName: 'Asked for a demo' })
  const filter = await step('/has-tag', { tag: 'trial' })
  const passed = await step('/add-tag', { tag: 'passed' })
  await link(asked, filter)
  await link(filter, passed, 'yes')
  await owner(flowsContract.updateFlow, { params: { id: integration.id }, body: { status: 'on' } } as never)
  return integration.id
}

describe('tags and fields in use', () => {
  it('stands on people, segments and a flow that is on', async () => {
    const person = (email: string, tags: string, plan: string) => ({ email, tags, plan })
    await owner(peopleContract.savePeople, {
      query: {},
      body: [
        person('ada@tags.example', 'trial', 'pro'),
        person('grace@tags.example', 'trial,lead', 'free'),
        person('linus@tags.example', 'prospect', 'pro'),
      ],
    } as never)
    known.segment = await makeSegment('Trying it', has('trial'))
    known.either = await makeSegment('Could buy', has('lead'))
    known.planned = await makeSegment('On pro', { type: 'field', field: 'plan', condition: 'is', value: 'pro' })
    known.flow = await drawFlow()
    await sizeOf(known.segment, 2)
  })

  it('renames a tag in use, having shown what uses it', async () => {
    await page.goto(`/settings/tags`)
    await row('trial').getByText('trial').click()
    const form = dialog('Edit Tag')
    await form.getByText('2 people carry it; it is used in 2 places:').waitFor()
    await form.getByRole('link', { name: 'Trying it' }).waitFor()
    await form.getByRole('link', { name: 'Asked for a demo' }).waitFor()
    expect(await findings(page, '[role=dialog]')).toEqual([])
    await form.getByLabel('Tag').fill('lead')
    await form.getByText('This tag already exists.').waitFor()
    await form.getByLabel('Tag').fill('On  trial,')
    await form.getByRole('radio', { name: '#00bcd4' }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Tag has been saved. Please refresh to see changes.').waitFor()
    await row('On trial').waitFor()
  })

  it('still counts the segment and passes the filter of the flow', async () => {
    const reads = async () => {
      const segment = await segmentCalled(known.segment)
      return [segment?.count, segment?.building, segment?.conditions.conditions]
    }
    await expect.poll(reads).toEqual([2, null, [has('On trial')]])
    const track = (email: string) =>
      stage.writer(eventsContract.ingestEvents, { body: { name: 'Asked for a demo', user: { email } } })
    await track('ada@tags.example')
    await track('linus@tags.example')
    await until('the tag of the flow', async () => (await tagsOf('ada@tags.example')).includes('passed'))
    expect(await tagsOf('linus@tags.example')).toEqual(['prospect'])
  })

  it('takes the old name for the tag wherever it is still said', async () => {
    await owner(peopleContract.savePeople, { query: {}, body: { email: 'late@tags.example', tags: 'Trial' } } as never)
    expect(await tagsOf('late@tags.example')).toEqual(['On trial'])
    await sizeOf(known.segment, 3)
  })

  it('merges two tags: people, segments and the list follow', async () => {
    await page.reload()
    await page.getByLabel('Select lead').click()
    await page.getByLabel('Select prospect').click()
    await button('Merge').click()
    const merge = dialog('Merge 2 tags')
    await merge.getByRole('radio', { name: /prospect/ }).click()
    await merge.getByText('1 person carries it; it is used in 1 place:').waitFor()
    expect(await findings(page, '[role=dialog]')).toEqual([])
    await merge.getByRole('button', { name: 'Merge' }).click()
    await page.getByText('Tag merged.').waitFor()
    await row('lead').waitFor({ state: 'detached' })
    await expect.poll(() => tagsOf('grace@tags.example')).toEqual(['On trial', 'prospect'])
    await sizeOf(known.either, 2)
    expect((await segmentCalled(known.either))?.conditions.conditions).toEqual([has('prospect')])
  })

  it('deletes a field in use after its warning', async () => {
    await page.goto(`/settings/fields`)
    await button('Actions for Plan').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const question = dialog(/Delete the field “Plan”/)
    await question.getByText('3 people have a value in it; it is used in 1 place:').waitFor()
    await question.getByText('On pro').waitFor()
    expect(await findings(page, '[role=dialog]')).toEqual([])
    await question.getByRole('button', { name: 'Delete field and values' }).click()
    await page.getByText('Field deleted.').waitFor()
    await row('Plan').waitFor({ state: 'detached' })
    await sizeOf(known.planned, 0)
  })

  it('makes a field with choices', async () => {
    await button('New field').click()
    const form = dialog('New field')
    await form.getByLabel('Title').fill('Tier')
    await form.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'One of several, as a menu' }).click()
    await form.getByLabel('Choice 1', { exact: true }).fill('gold')
    await form.getByLabel('What choice 1 is shown as').fill('Gold members')
    await page.keyboard.press('Enter')
    await form.getByLabel('Choice 2', { exact: true }).fill('silver')
    expect(await findings(page, '[role=dialog]')).toEqual([])
    await form.getByRole('button', { name: 'Create field' }).click()
    await page.getByText('Field created.').waitFor()
    const { fields } = await owner(peopleContract.listFields)
    expect(fields.find(({ name }) => name === 'Tier')).toMatchObject({
      displayType: 'select',
      enum: ['gold', 'silver'],
      enumNames: ['Gold members', 'silver'],
    })
  })
})
