import { readFileSync } from 'node:fs'
import { accountsContract } from '@millrace/accounts/contract'
import { deliveryContract } from '@millrace/delivery/contract'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../instance/client.ts'
import { type FlowStage, openFlowStage } from './flowStage.ts'
import { findings, keepPictureOfFailures } from './page.ts'

const WEEKS = 6
const TUESDAY_NINE = 'Tuesday, 09:00 to 10:00'

let stage: FlowStage
let page: Page

/** What happened at a time of each of the last whole weeks, by the clock of Kolkata, to mail of an email. */
const NOTE = `insert into mail_deltas (account_id, at, email_id, flow_id, step_id, broadcast_id, variant_id, accepted, delivered, opened, opens)
  select $1::int, (date_trunc('week', now() at time zone 'Asia/Kolkata') - w * interval '1 week' + $3::interval) at time zone 'Asia/Kolkata',
    $2::bigint, 0, 0, 0, 0, $4::int, $4, $5::int, $5
  from generate_series(1, ${WEEKS}) as w`

const noteMail = async () => {
  const { accountId } = await stage.owner(accountsContract.accountInfo)
  const emailId = await stage.email('Monday letter', 'Hello', await stage.verifySender())
  const client = new pg.Client({ connectionString: stage.database })
  await client.connect()
  try {
    const note = (after: string, accepted: number, opened: number) =>
      client.query(NOTE, [accountId, emailId, after, accepted, opened])
    await note('17 hours', 100, 1)
    await note('1 day 9 hours', 0, 30)
    await note('1 day 10 hours 45 minutes', 0, 25)
    await note('3 days 14 hours', 0, 2)
  } finally {
    await client.end()
  }
}

const panel = () => page.getByRole('region', { name: 'When they read' })
const said = (words: string) => panel().getByText(words).waitFor()
const choose = (words: string) => panel().locator('label').filter({ hasText: words }).click()
/** What the cell says that has the focus. */
const reads = (words: RegExp) => expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toMatch(words)

beforeAll(async () => {
  stage = await openFlowStage('hours.example')
  await noteMail()
  await until('the figures', async () => {
    const { metrics } = await stage.owner(deliveryContract.measureMail, { query: { period: 'last90Days' } })
    return metrics.sum.accepted === 100 * WEEKS
  })
  page = await stage.pageOf(stage.owner, { timezoneId: 'Asia/Kolkata' })
})
afterAll(() => stage?.close())
keepPictureOfFailures(() => page)

it('says when readers open and when mail is sent, and tells hour by hour by keyboard', async () => {
  await page.goto('/metrics/emails?metricsPeriod=last90Days')
  await said(
    'Readers open most on Tuesdays from 9 to 11: 94.8% of all openings. You send most on Mondays from 17 to 18.',
  )
  // The grid is one stop of the keyboard, at its best hours.
  await panel().getByRole('radio', { name: 'Week' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await reads(/^Tuesday, 09:00 to 10:00: 180 openings, 1[45] on average; 0 sent/)
  await expect.poll(() => panel().getByText(TUESDAY_NINE, { exact: true }).count()).toBe(1)
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => panel().getByText(TUESDAY_NINE, { exact: true }).count()).toBe(0)
  await page.keyboard.press('ArrowRight')
  await reads(/^Tuesday, 10:00 to 11:00: 150 openings/)
  await page.keyboard.press('ArrowUp')
  await reads(/^Monday, 10:00 to 11:00: 0 openings; 0 sent/)
  for (let hour = 10; hour < 17; hour++) await page.keyboard.press('ArrowRight')
  await reads(/^Monday, 17:00 to 18:00: 6 openings, 0.5 on average; 600 sent/)
  await page.keyboard.press('ArrowUp')
  await reads(/^Monday, 17:00/)
})

it('gives the numbers as a table and as a file', async () => {
  await choose('Table')
  const row = panel().getByRole('row', { name: TUESDAY_NINE })
  await expect.poll(() => row.getByRole('cell').allInnerTexts()).toMatchObject(['180', '0', expect.anything()])
  expect(await findings(page)).toEqual([])
  const coming = page.waitForEvent('download')
  await panel().getByRole('button', { name: 'Save the numbers as CSV' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^email-hours-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n')
  expect(lines).toHaveLength(170)
  expect(lines[0]).toBe('\ufeffWeekday,From,To,Openings,Sent,Times it came')
  expect(lines.find((line) => line.startsWith('Monday,17:00,'))).toMatch(/^Monday,17:00,18:00,6,600,1[234]$/)
  await choose('Week')
})

it('names no best hours where there is too little, and says what to do', async () => {
  await choose('Clicks')
  await said('Nobody has clicked anything in these days.')
  expect(new URL(page.url()).searchParams.get('hoursOf')).toBe('clicks')
  await page.goto('/metrics/emails?metricsPeriod=lastWeek')
  await said('One week does not tell what readers do every week')
  expect(await findings(page)).toEqual([])
})

it('stands upright on narrow screens, where arrow keys go as it looks', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/metrics/emails?metricsPeriod=last90Days')
  await said('Readers open most on Tuesdays from 9 to 11')
  await expect.poll(() => panel().getByRole('columnheader').allInnerTexts()).toContain('Tue')
  await panel().getByRole('gridcell', { name: TUESDAY_NINE }).focus()
  await page.keyboard.press('ArrowDown')
  await reads(/^Tuesday, 10:00/)
  await page.keyboard.press('ArrowLeft')
  await reads(/^Monday, 10:00/)
  expect(await findings(page)).toEqual([])
})

it('lets all else stand where the hours do not come, and asks again', async () => {
  const hours = '**/v1/emails/metrics/hours*'
  await page.route(hours, (route) =>
    route.fulfill({ status: 503, json: { error: { name: 'busy', message: 'Not now.' } } }),
  )
  await page.goto('/metrics/emails?metricsPeriod=last90Days')
  await panel().getByText("The hours couldn't be loaded.").waitFor()
  await page.getByRole('row', { name: 'Monday letter' }).waitFor()
  expect(await findings(page)).toEqual([])
  await page.unroute(hours)
  await panel().getByRole('button', { name: 'Try again' }).click()
  await said('Readers open most on Tuesdays from 9 to 11')
})
