import { eventsContract } from '@millrace/events/contract'
import { peopleContract } from '@millrace/people/contract'
import { segmentsContract } from '@millrace/segments/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, until } from '../instance/client.ts'
import { findings, keepPictureOfFailures } from './page.ts'
import { openStage, type Stage } from './stage.ts'

const ANN = {
  email: 'ann@readers.example',
  firstName: 'Ann',
  lastName: 'Archer',
  name: 'Ann Archer',
  plan: 'trial',
  userId: 'u-1',
}
const OLD = { email: 'ann@old.example', name: 'Ann A.', plan: 'pro', city: 'Lisbon', tags: 'vip' }

let stage: Stage
let page: Page
let owner: Client
let ann = 0

const idOf = (email: string) =>
  until(
    email,
    async () => (await owner(peopleContract.findPeople, { query: { 'people[0][email]': email } })).users[0]?.id,
  )

beforeAll(async () => {
  stage = await openStage({ email: 'owner@person.example' })
  owner = stage.owner
  const told = (name: string, user: object, properties = {}) => ({ name, user, properties })
  await stage.writer(eventsContract.ingestEvents, {
    body: { events: [told('Signed up', ANN), told('project_created', ANN, { project: 'Apollo' }), told('Paid', OLD)] },
  })
  ann = await idOf(ANN.email)
  page = await stage.pageOf(owner)
})
afterAll(() => stage?.close())

keepPictureOfFailures(() => page)

const open = (path: string) => page.goto(path)
const button = (name: string | RegExp) => page.getByRole('button', { name })
const see = (text: string | RegExp) => page.getByText(text).first().waitFor()

describe('one person', () => {
  it('shows what happened in words', async () => {
    await open(`/people/${ann}`)
    await page.getByRole('heading', { name: 'Ann Archer' }).waitFor()
    await see('Project created')
    await see('Was added')
    expect(await findings(page)).toEqual([])
  })

  it('has fields that are changed in their place, and back', async () => {
    await button(/^Change Plan/).click()
    await page.getByRole('textbox', { name: 'Plan' }).fill('team')
    await page.keyboard.press('Enter')
    await button('Change Plan: team').waitFor()
    await button('Undo').click()
    await button('Change Plan: trial').waitFor()
    await until('the old value', async () => {
      const { users } = await owner(peopleContract.getPerson, { params: { id: ann } })
      return users[0]?.plan === 'trial'
    })
  })

  it('refuses an address that is none, and Escape keeps the old one', async () => {
    await button(/^Change Email/).click()
    const field = page.getByRole('textbox', { name: 'Email' })
    await field.fill('not an address')
    await page.keyboard.press('Enter')
    await see('This is not an email address.')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: ANN.email }).waitFor()
  })

  it('says of a segment why they are in it or not, condition by condition', async () => {
    const { segment } = await owner(segmentsContract.createSegment, {
      body: {
        name: 'Trials who built',
        conditions: {
          type: 'group',
          operator: 'and',
          conditions: [
            { type: 'field', field: 'plan', condition: 'is', value: 'trial' },
            { type: 'tag', value: 'vip', condition: 'has' },
          ],
        },
      },
    })
    expect(segment.id).toBeGreaterThan(0)
    await open(`/people/${ann}?tab=segments`)
    await button('Why Trials who built').click()
    await see('Plan is trial')
    await see('Is trial')
    await see('Has tag vip')
    await see('does not have it')
    expect(await findings(page)).toEqual([])
  })

  it('becomes one with another, value by value, and is found by both addresses', async () => {
    const old = await idOf(OLD.email)
    await open(`/people/${ann}`)
    await button(/^Actions for/).click()
    await page.getByRole('menuitem', { name: 'Merge with another person' }).click()
    await page.getByLabel('The other one').fill('ann@old')
    await page.getByRole('list', { name: 'People found' }).getByRole('button').first().click()
    await page.getByRole('row', { name: /Plan/ }).getByText('pro').click()
    await button('Merge into Ann Archer').click()
    await see('People merged.')
    await see('Paid')
    await button('Change Plan: pro').waitFor()
    await button('Change City: Lisbon').waitFor()
    await open(`/people/${old}`)
    await page.waitForURL(`**/people/${ann}`)
    expect(await idOf(OLD.email)).toBe(ann)
    await open(`/people/${ann}?tab=segments`)
    await page.getByRole('heading', { name: 'In these segments' }).waitFor()
  })

  it('is erased once the address was typed, and a record without the name stays', async () => {
    await open(`/people/${ann}`)
    await button(/^Actions for/).click()
    await page.getByRole('menuitem', { name: /Erase person/ }).click()
    const sure = button('Erase for good')
    await expect.poll(() => sure.isDisabled()).toBe(true)
    await page.getByLabel(/Type .* to go on/).fill(ANN.email.toUpperCase())
    expect(await findings(page)).toEqual([])
    await sure.click()
    await page.waitForURL('**/people')
    await open('/settings/erased-people')
    await see(/events/)
    await page.getByLabel('Was this address erased?').fill(ANN.email)
    await see(/events/)
    await page.getByLabel('Was this address erased?').fill('somebody@else.example')
    await see('This address was not erased')
    const found = async () =>
      (await owner(peopleContract.searchPeople, { query: { query: 'ann', includeArchived: true } })).users
    await expect.poll(found).toEqual([])
  })

  it('never broke the screen', () => expect(stage.wrong).toEqual([]))
})
