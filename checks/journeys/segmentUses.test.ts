import { broadcastsContract } from '@millrace/broadcasts/contract'
import { objectsContract } from '@millrace/objects/contract'
import { peopleContract } from '@millrace/people/contract'
import { segmentsContract } from '@millrace/segments/contract'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../instance/client.ts'
import { findings, keepPictureOfFailures } from './page.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
let page: Page
let owner: Client
/** Holds up the builds of all accounts. */
let holder: pg.Client

beforeAll(async () => {
  stage = await openStage({ email: 'owner@uses.example' })
  owner = stage.owner
  const body = ['ada', 'bob'].map((name) => ({ email: `${name}@uses.example`, plan: 'pro' }))
  await owner(peopleContract.savePeople, { query: {}, body } as never)
  page = await stage.pageOf(owner)
  holder = new pg.Client({ connectionString: stage.database })
  await holder.connect()
})
afterAll(async () => {
  await holder?.end()
  await stage?.close()
})
keepPictureOfFailures(() => page)

const see = (text: string | RegExp) => page.getByText(text).first().waitFor()
const dialog = (name: string) => page.getByRole('dialog', { name })
const openMenu = async (of: string) => {
  await page.getByRole('button', { name: `Actions for ${of}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
}

const make = async (name: string, condition: object, objectName = 'person') => {
  const conditions = { type: 'group', operator: 'and', conditions: [condition] } as never
  return (await owner(segmentsContract.createSegment, { body: { name, objectName, conditions } })).segment.id
}
const is = (field: string, value: string) => ({ type: 'field', field, condition: 'is', value })

describe('a segment that is being built', () => {
  it('says so wherever it is used, and no longer once it is built', async () => {
    await holder.query('begin')
    await holder.query('select from lanes for update')
    const inner = await make('On pro', is('plan', 'pro'))
    const outer = await make('Others', { type: 'segment', value: inner, condition: 'not in' })
    await page.goto(`/segments?folder=${inner}`)
    await see('Working out who is in it: 0 of 2 people')
    await page.goto(`/segments/${outer}`)
    await see('which is still being built')
    await see('Working out who is in it: 0 of 2 people')
    const { item } = await owner(broadcastsContract.createBroadcast, { body: { name: 'News' } } as never)
    const body = { audience: { type: 'segment', segmentId: outer } }
    await owner(broadcastsContract.updateBroadcast, { params: { id: item.id }, body } as never)
    await page.goto(`/broadcasts/${item.id}`)
    const chosen = () => page.getByLabel('Segment', { exact: true }).first().inputValue()
    await expect.poll(chosen).toBe('Others · …')
    await see(/Segment is still building/)
    expect(await findings(page)).toEqual([])
    await holder.query('rollback')
    await page.getByText(/Segment is still building/).waitFor({ state: 'detached' })
    await expect.poll(chosen).toBe('Others · 0')
    await page.goto(`/segments?folder=${inner}`)
    await see('2 people · Plan is pro')
  })

  it('cannot be deleted while another asks about it, and says which', async () => {
    await page.getByRole('button', { name: 'Edit conditions' }).click()
    await see('Used by 1 other segment')
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const question = dialog('Delete “On pro”?')
    await question.getByText('Others').waitFor()
    await question.getByText('Segments that have a condition on it must be changed first.').waitFor()
    expect(await question.getByRole('button', { name: 'Delete segment' }).isDisabled()).toBe(true)
    expect(await findings(page, '[role=dialog]')).toEqual([])
    await page.keyboard.press('Escape')
  })
})

describe('a kind of objects', () => {
  it('says of a field what uses it before it goes', async () => {
    const fields = [{ name: 'name' }, { name: 'harbour', title: 'Harbour' }]
    const body = { name: 'boat', displayNameSingular: 'Boat', displayNamePlural: 'Boats', fields }
    await owner(objectsContract.createSchema, { body })
    const params = { objectName: 'boat' }
    await owner(objectsContract.createObjects, {
      params,
      body: [{ name: 'Ada', harbour: 'Oslo' }, { name: 'Bo' }] as never,
    })
    await make('In Oslo', is('harbour', 'Oslo'), 'boat')
    await page.goto('/settings/objects/boat')
    await openMenu('Harbour')
    const question = dialog('Delete the field “Harbour”?')
    await question.getByText('1 boat has a value in it; it is used in 1 place:').waitFor()
    await question.getByText('In Oslo').waitFor()
    expect(await findings(page, '[role=dialog]')).toEqual([])
    await question.getByRole('button', { name: 'Delete field and values' }).click()
    await see('Field deleted.')
  })

  it('stays until what uses it is gone', async () => {
    await openMenu('Boats')
    const question = dialog('Delete boats?')
    await question.getByText('2 boats are deleted.').waitFor()
    await question.getByText('In Oslo').waitFor()
    const confirm = question.getByRole('button', { name: 'Delete for good' })
    expect(await confirm.isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    const { segments } = await owner(segmentsContract.listSegments, { query: { objectName: 'boat' } })
    for (const { id } of segments) await owner(segmentsContract.deleteSegment, { params: { id } })
    await openMenu('Boats')
    await confirm.click()
    await see('Object deleted.')
  })
})
