import { eventsContract } from '@millrace/events/contract'
import { flowsContract } from '@millrace/flows/contract'
import { objectsContract } from '@millrace/objects/contract'
import { segmentsContract } from '@millrace/segments/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, until } from '../instance/client.ts'
import { keepPictureOfFailures } from './page.ts'
import { openStage, PASSWORD, type Stage } from './stage.ts'

const OWNER = 'mara@segments.example'

let stage: Stage
let page: Page
let owner: Client

const people = [
  { email: 'ada@trial.example', plan: 'trial', seats: 3, tags: 'vip' },
  { email: 'grace@trial.example', plan: 'trial', seats: 12 },
  { email: 'linus@pro.example', plan: 'pro', seats: 30, tags: 'vip' },
]

beforeAll(async () => {
  stage = await openStage({ email: OWNER })
  owner = stage.owner
  await send(people.map((user) => ({ name: 'identify', user })))
  await send(people.slice(0, 2).map(({ email }) => ({ name: 'Signed up', user: { email } })))
  await prepareCompany()
  await prepareGoal()
  page = await stage.pageOf()
})
afterAll(() => stage?.close())
keepPictureOfFailures(() => page)

const send = (events: object[]) => stage.writer(eventsContract.ingestEvents, { body: { events } } as never)

const prepareCompany = async () => {
  const { objects } = await owner(objectsContract.createObjects, {
    params: { objectName: 'company' },
    body: [{ externalId: 'acme', name: 'Acme' }] as never,
  })
  const id = await until('Ada', async () => (await found('ada')) || undefined)
  await owner(objectsContract.associateByDefault, {
    params: { objectName: 'person', id, targetObjectName: 'company', targetId: objects[0]?.id ?? 0 },
    query: {},
  } as never)
}

const found = async (name: string) => {
  const { people: all } = await owner(segmentsContract.listSegmentPeople, { params: { id: 2 } })
  return all.find(({ email }) => email?.startsWith(name))?.id ?? 0
}

const prepareGoal = async () => {
  const { integration } = await owner(flowsContract.createFlow, { query: {}, body: { name: 'Onboarding' } })
  await owner(flowsContract.createStep, {
    body: { integrationId: integration.id, operationKey: '/goal', inputFields: { values: { name: 'Activated' } } },
  })
}

const open = (path: string) => page.goto(path)
const button = (name: string | RegExp) => page.getByRole('button', { name })
const see = (text: string | RegExp) => page.getByText(text).first().waitFor()

/** Adds a condition of a kind to the outermost group. */
const add = async (kind: string) => {
  await page
    .getByRole('region', { name: 'Conditions', exact: true })
    .getByRole('button', { name: 'Condition', exact: true })
    .last()
    .click()
  await page.getByRole('menuitem', { name: kind, exact: true }).click()
}
/** Opens a token and chooses what is typed. */
const choose = async (token: string | RegExp, option: string) => {
  await button(token).last().click()
  const listed = page.getByRole('option', { name: new RegExp(`^${option}`, 'i') }).first()
  await listed.waitFor()
  await listed.click()
}
const type = async (token: string | RegExp, text: string) => {
  await button(token).last().click()
  await page.locator('input:focus').waitFor()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}
const figure = (text: string) =>
  page.getByRole('complementary', { name: 'Preview' }).getByText(text, { exact: true }).first().waitFor()

describe('a marketer builds a segment of every kind of condition', () => {
  it('signs in and begins a new one', async () => {
    await open('/login')
    await page.getByLabel('Email').first().fill(OWNER)
    await page.getByLabel('Password').first().fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))
    await open('/segments/new')
    await figure('3')
  })

  it('asks a field', async () => {
    await add('Field')
    await choose('Choose a field', 'Plan')
    await type(/^(Value of Plan|value)/i, 'trial')
    await figure('2')
  })

  it('asks what they did', async () => {
    await add('Event')
    await choose('Choose an event', 'Signed up')
    await figure('2')
  })

  it('asks for a tag, and for who does not have it', async () => {
    await add('Tag')
    await choose('Choose a tag', 'vip')
    await figure('1')
    await see('ada@trial.example')
    await page.getByTitle('Has or has not').last().click()
    await page.getByRole('option', { name: 'does not have tag' }).click()
    await see('grace@trial.example')
    await figure('1')
  })

  it('asks a number in a group of its own', async () => {
    await button('Group').first().click()
    await choose('Choose a field', 'Seats')
    await page.getByTitle('How Seats is compared').last().click()
    await page.getByRole('option', { name: 'is more than' }).click()
    await type(/^(Value of Seats|value)/i, '10')
    await figure('1')
  })

  it('asks what is associated, segments and goals', async () => {
    await add('Association')
    await page.getByTitle('How many').last().click()
    await page.getByRole('option', { name: 'has no', exact: true }).click()
    await choose('Choose what', 'Company')
    await figure('1')
    await add('Segment')
    await choose('Choose a segment', 'New')
    await add('Goal')
    await page.getByTitle('Reached or not').last().click()
    await page.getByRole('option', { name: 'has not reached goal' }).click()
    await choose('Choose a goal', 'Activated')
    await figure('1')
    await see('grace@trial.example')
  })

  it('is told of a condition that is there already', async () => {
    await button('Duplicate condition').first().click()
    await see('This condition already exists.')
    await button('Remove condition').nth(1).click()
  })

  it('saves it', async () => {
    await page.getByPlaceholder('Name this segment').fill('Growing trials')
    await button('Save segment').click()
    await see('✅ Segment saved.')
    await page.waitForURL(/\/segments\/\d+$/)
  })
})

const segmentId = () => Number(new URL(page.url()).searchParams.get('folder') ?? page.url().split('/').at(-1))

describe('the segment lives', () => {
  it('shows its people, and one more after they did what is asked, by itself', async () => {
    const id = segmentId()
    await open(`/segments?folder=${id}`)
    await see('grace@trial.example')
    await send([
      { name: 'identify', user: { email: 'joan@trial.example', plan: 'trial', seats: 40 } },
      { name: 'Signed up', user: { email: 'joan@trial.example' } },
    ])
    await see('joan@trial.example')
    await see(/^2 people/)
  })

  it('is sorted by any column', async () => {
    await page.getByRole('columnheader', { name: /Seats/ }).getByRole('button', { name: 'Seats', exact: true }).click()
    await page.waitForURL(/sort=-seats/)
    const first = page.getByRole('row').nth(1)
    await expect.poll(() => first.innerText()).toContain('joan@trial.example')
  })

  it('says how it grew', async () => {
    await button('Growth').click()
    await page.getByRole('region', { name: 'Growth of Growing trials' }).getByText('Table').click()
    await page.getByRole('table').getByRole('row').nth(1).waitFor()
    await button('Growth').click()
  })

  it('explains why somebody is not in it', async () => {
    await button('Explain').click()
    await page.getByLabel('Person').fill('ada@trial')
    await page.getByRole('list', { name: 'People found' }).getByRole('button').first().click()
    await see(/is not in Growing trials\./)
    await see(/has no Company/i)
    await see(/1 of 1/)
    await page.keyboard.press('Escape')
  })
})

describe('a segment in use', () => {
  it('asks before it changes under an active flow, and says which', async () => {
    const id = segmentId()
    const { integration } = await owner(flowsContract.createFlow, { query: {}, body: { name: 'Nurture trials' } })
    const step = async (operationKey: string, values: object) =>
      (
        await owner(flowsContract.createStep, {
          body: { integrationId: integration.id, operationKey, inputFields: { values } } as never,
        })
      ).step.id
    const source = await step('/segment-trigger', { segmentId: id, change: 'entered' })
    const target = await step('/add-tag', { tag: 'growing' })
    await owner(flowsContract.createLink, { body: { source, target } })
    await owner(flowsContract.updateFlow, { params: { id: integration.id }, body: { status: 'on' } })
    await open(`/segments/${id}`)
    await see(/Used by 1 active flow/)
    await button('Remove condition').last().click()
    await button('Save segment').click()
    await page.getByRole('dialog').getByText('Nurture trials').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await button('Save segment').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save segment' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await see('✅ Segment saved.')
  })

  it('is deleted after a question', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete segment' }).click()
    await see('✅ Segment deleted.')
    await page.waitForURL(/\/segments$/)
    expect(stage.wrong).toEqual([])
  })
})
