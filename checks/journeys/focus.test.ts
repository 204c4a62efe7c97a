import { accessContract } from '@millrace/access/contract'
import { emailsContract } from '@millrace/emails/contract'
import { flowsContract } from '@millrace/flows/contract'
import { peopleContract } from '@millrace/people/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepPictureOfFailures, untilItStands } from './page.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
let page: Page
const ids = { flow: 0, email: 0, person: 0, member: 0 }

beforeAll(async () => {
  stage = await openStage({ isSeeded: true })
  const { owner } = stage
  ids.flow = (await owner(flowsContract.listFlows, { query: {} })).integrations[0]?.id ?? 0
  ids.email = (await owner(emailsContract.listEmails, { query: {} })).emails[0]?.id ?? 0
  ids.person = (await owner(peopleContract.listPeople, { query: {} })).people[0]?.id ?? 0
  await owner(accessContract.inviteTeamMember, { body: { email: 'theo@northwind.example', name: 'Theo' } })
  const { teamMembers } = await owner(accessContract.listTeamMembers)
  ids.member = teamMembers.find(({ name }) => name === 'Theo')?.id ?? 0
  page = await stage.pageOf(owner)
})
afterAll(() => stage?.close())
keepPictureOfFailures(() => page)

const dialogs = () => page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })

/** What has the focus, in words: nothing has it where the body does. */
const focused = () =>
  page.evaluate(() => {
    const one = document.activeElement
    if (!one || one === document.body) return 'nothing'
    return one.closest('[role=dialog]') ? 'a dialog' : one.tagName.toLowerCase()
  })

/** Opens a page by an address that names a dialog. */
const open = async (address: string) => {
  await page.goto(address)
  await dialogs().first().waitFor()
  await untilItStands(page)
  expect(await dialogs().count()).toBe(1)
}

const closeByEscape = async () => {
  await page.keyboard.press('Escape')
  await expect.poll(() => dialogs().count()).toBe(0)
}

describe('a dialog that its address opened', () => {
  it.each([
    ['of a flow: its settings', () => `/flows/${ids.flow}?panel=settings`],
    ['of a flow: sharing it', () => `/flows/${ids.flow}?panel=share`],
    ['of a flow: its versions', () => `/flows/${ids.flow}?panel=versions`],
    ['of a flow: its history', () => `/flows/${ids.flow}?panel=history`],
    ['of a flow: its outline', () => `/flows/${ids.flow}?panel=outline`],
    ['of a flow: its health', () => `/flows/${ids.flow}?panel=health`],
    ['of a flow: the way of a person', () => `/flows/${ids.flow}?panel=trace`],
    ['of a flow: a dry run', () => `/flows/${ids.flow}?panel=dry-run`],
    ['of the list of flows: a new one', () => '/flows?create-flow=1'],
    ['of the list of flows: a name', () => `/flows?dialog=rename&about=${ids.flow}`],
    ['of an email: its versions', () => `/emails/${ids.email}?panel=versions`],
    ['of an email: a test', () => `/emails/${ids.email}?panel=test`],
    ['of the list of emails: a new one', () => '/emails?create-email=1'],
    ['over any page: an email', () => `/people?email=${ids.email}`],
    ['of a person: changing them', () => `/people/${ids.person}?edit=1`],
    ['of a person: another one who is the same', () => `/people/${ids.person}?dialog=merge`],
    ['of a person: erasing them', () => `/people/${ids.person}?dialog=erase`],
    ['of the list of people: a new one', () => '/people?add-person=1'],
    ['of the team: an invitation', () => '/settings/team?invite=1'],
    ['of the team: a member', () => `/settings/team?member=${ids.member}`],
    ['of tags: a new one', () => '/settings/tags?tag-edit=new'],
    ['of fields: a new one', () => '/settings/fields?custom-field-edit=new'],
    ['of suppressions: another one', () => '/settings/email/suppressions?open=add'],
  ])('leaves the focus on the page when it goes, %s', async (_what, address) => {
    await open(address())
    await closeByEscape()
    await expect.poll(focused).toBe('main')
  })

  it.each([
    ['sharing a flow', () => `/flows/${ids.flow}?panel=share`, 'Stop sharing'],
    ['a member', () => `/settings/team?member=${ids.member}`, 'Remove'],
  ])('has the focus again when the question over it goes, then the page: %s', async (_what, address, asks) => {
    for (const press of ['by key', 'by pointer']) {
      await open(address())
      if (press === 'by pointer') await button(asks).click()
      else {
        await button(asks).focus()
        await page.keyboard.press('Enter')
      }
      await expect.poll(() => dialogs().count()).toBe(2)
      await page.keyboard.press('Escape')
      await expect.poll(() => dialogs().count()).toBe(1)
      await expect.poll(() => button(asks).evaluate((one) => one === document.activeElement)).toBe(true)
      await closeByEscape()
      await expect.poll(focused).toBe('main')
    }
  })

  it('keeps what was typed, and the focus where it was typed, when leaving is taken back', async () => {
    await open(`/people/${ids.person}?edit=1`)
    const name = page.getByRole('dialog').getByLabel('First name')
    await name.fill('Somebody else')
    await page.keyboard.press('Escape')
    await expect.poll(() => dialogs().count()).toBe(2)
    await page.keyboard.press('Escape')
    await expect.poll(() => dialogs().count()).toBe(1)
    await expect.poll(() => name.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await name.inputValue()).toBe('Somebody else')
    await page.keyboard.press('Escape')
    await button('Discard').click()
    await expect.poll(() => dialogs().count()).toBe(0)
    await expect.poll(focused).toBe('main')
  })
})
