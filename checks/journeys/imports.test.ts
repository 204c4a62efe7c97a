import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findings, keepPictureOfFailures } from './page.ts'
import { openStage, type Stage } from './stage.ts'

const ROWS = 20_000

/** From a spreadsheet: old encoding, semicolons, a header twice, breaks inside values, and rows that cannot be. */
const oddFile = (): Buffer => {
  const rows = ['E-Mail;Vorname;Ort;Seats;Since;Ort;Notes']
  for (let row = 0; row < ROWS; row++) {
    const email = row % 4_000 === 7 ? `nobody${row}` : `kunde${row}@odd.example`
    const seats = row % 10_000 === 5 ? 'many' : row % 40
    rows.push(`${email};Zoë;Köln;${seats};${10 + (row % 18)}/02/2026;Bonn;"over\r\ntwo lines"`)
  }
  rows.push('kunde3@odd.example;Nochmal;;;;;', 'a;b;c;d;e;f;g;h;i')
  return Buffer.from(rows.join('\r\n'), 'latin1')
}

let stage: Stage
let page: Page

beforeAll(async () => {
  stage = await openStage({ isSeeded: true })
  page = await stage.pageOf(stage.owner)
})
afterAll(() => stage?.close())
keepPictureOfFailures(() => page)

const button = (name: string | RegExp) => page.getByRole('button', { name })
const see = (text: string | RegExp) => page.getByText(text).first().waitFor()
const put = (name: string, buffer: Buffer) =>
  page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer })
/** Keeps the import from writing anybody, so that it is not over before one has pressed a button; answers what lets it. */
const holdUpWriting = async () => {
  const client = new pg.Client({ connectionString: stage.database })
  await client.connect()
  await client.query('begin')
  await client.query('lock table people in share row exclusive mode')
  return () => client.end()
}
const figure = async (label: string): Promise<string> =>
  (await page.locator(`dt:text-is("${label}") + dd`).textContent()) ?? ''

describe('an import with mistakes', () => {
  it('files that are none are refused in words, and a broken connection can be tried again', async () => {
    await page.goto(`/people/imports/new`)
    await see('Drop a CSV file here')
    await put('empty.csv', Buffer.alloc(0))
    await see('The file is empty.')
    await put('people.csv', Buffer.from('%PDF-1.7'))
    await see('This is a PDF.')
    await page.route('**/v1/uploads/**', (route) => route.abort())
    await put('odd.csv', oddFile())
    await see('The upload broke off.')
    await page.unroute('**/v1/uploads/**')
    expect(await findings(page)).toEqual([])
    await button('Try again').click()
    await see('20,002 people')
  })

  it('a wrong mapping is corrected, a new field is made', async () => {
    const target = (column: string) => page.getByRole('combobox', { name: `Field for ${column}`, exact: true })
    // The list that was open before fades while the next one is there already.
    const choose = async (column: string, option: string) => {
      await expect.poll(() => page.getByRole('option').count()).toBe(0)
      await target(column).click()
      await page.getByRole('option', { name: option, exact: option === 'Email' }).click()
    }
    await see('appears more than once')
    await choose('E-Mail', 'Leave out')
    await see('Map one column to Email or User ID')
    await expect.poll(() => button('Continue').isDisabled()).toBe(true)
    await choose('E-Mail', 'Email')
    await choose('Ort (2)', 'Leave out')
    await choose('Since', 'New field')
    await page.getByLabel('Name of the new field for Since').fill('Customer since')
    expect(await findings(page)).toEqual([])
    await button('Continue').click()
    await page.getByRole('combobox', { name: 'Tag everybody in this file' }).fill('odd import')
    await page.keyboard.press('Enter')
    await button('Continue').click()
  })

  it('the dry run says what would happen, and nobody is touched', async () => {
    await see('All 20,002 rows were read')
    const figures = () => Promise.all(['New people', 'Repeated', 'Refused'].map(figure))
    await expect.poll(figures).toEqual(['19,993', '1', '8'])
    await see('A value is not an email address.')
    await page.getByText('Show 8 refused rows').click()
    await see('"nobody7" is not an email address.')
    expect(await findings(page)).toEqual([])
    const people = await page.request.get(`/v1/people/search?query=kunde11@odd.example`)
    expect(await people.text()).not.toContain('kunde11@odd.example')
  })

  it('it starts, rests, goes on, and ends; refused rows come back as a file', async () => {
    const goOn = await holdUpWriting()
    await button('Import 20,002 people').click()
    await page.waitForURL(/imports\/\d+$/)
    await button('Pause').click()
    await goOn()
    await see('paused; it goes on where it was')
    await button('Resume').click()
    await button('See people').waitFor()
    await see('19,993')
    expect(await findings(page)).toEqual([])
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('Download as CSV').click()])
    const text = readFileSync(await download.path(), 'utf8')
    expect(download.suggestedFilename()).toBe('odd - refused rows.csv')
    expect(text.split('\r\n')[0]).toBe('\ufeffLine,Why it was refused,E-Mail,Vorname,Ort,Seats,Since,Ort (2),Notes')
    expect(text).toContain('"""nobody7"" is not an email address."')
  })

  it('undone it is as before', async () => {
    await button('Undo').click()
    await button('Undo import').click()
    await page.getByText('This import was undone').waitFor()
    await see('19,993 people removed.')
    expect(await findings(page)).toEqual([])
    await button('Import another like this').click()
    await see('are taken over from')
    await put('again.csv', Buffer.from('E-Mail;Seats;Extra\nlater@odd.example;3;x\n'))
    await see('2 of 3 columns will be imported.')
    expect(stage.wrong).toEqual([])
  })
})
