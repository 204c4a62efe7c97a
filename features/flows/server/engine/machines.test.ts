import {
  BROWSER,
  openRelayedWorld,
  type RelayedWorld,
  readTracked,
  sendingAccount,
  sendMails,
  type TrackedMail,
} from '@millrace/delivery/testing'
import { callServer, type TestServer } from '@millrace/kit/testing'
import { did } from '@millrace/segments/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FlowWorld, openFlowWorld } from '../../testing/index.ts'

const HTML = `<html><body>${[1, 2, 3].map((n) => `<a href="https://acme.example/${n}">${n}</a>`).join('')}</body></html>`
const HOUR_MS = 3_600_000

let mail: RelayedWorld
let server: TestServer<never>

beforeAll(async () => {
  mail = await openRelayedWorld()
  server = (await callServer(mail.delivery)) as never
})
afterAll(() => mail.close())

const follow = (path: string | undefined) =>
  server.fastify.inject({ url: path ?? '', remoteAddress: '192.0.2.1', headers: { 'user-agent': BROWSER } })

const CLICKED = did('Email clicked', {
  frequencyCondition: { type: 'frequencyCondition', condition: 'at least', value: 1 },
})

const ids = (world: FlowWorld, sql: string, id: number) =>
  world.rows<{ id: number }>(sql, [id]).then((rows) => rows.map((row) => row.id))

/** An account whose mail was read by nobody yet, with a segment and a flow of those who click. */
const openScene = async (people: number) => {
  const world = await openFlowWorld(mail.house)
  const segmentId = await world.segment('Clicked', CLICKED)
  await world.buildSegments()
  const { flowId } = await world.draw(
    {
      start: ['/event', { eventName: 'Email clicked' }],
      wait: ['/delay-v2', { kind: 'duration', value: 7, unit: 'days' }],
    },
    [['start', 'wait']],
  )
  await world.switchOn(flowId)
  mail.receiver.mails.length = 0
  const account = await sendingAccount(mail, { account: world.account, people, html: HTML })
  await sendMails(mail, account)
  return {
    personIds: account.personIds,
    /** The mail to the how-manieth person. */
    mailTo: (index: number) => readTracked(mail.receiver.mails.find(({ to }) => to === `p${index}@example.org`)!),
    /** Who is in the segment and who has entered the flow, once all that was told is worked through. */
    standing: async () => {
      await world.takeChangesWithSegments()
      return {
        segment: await ids(
          world,
          'select person_id as id from segment_members where account_id = $1 and segment_id = $2 and left_at is null order by 1',
          segmentId,
        ),
        flow: await ids(
          world,
          'select person_id as id from flow_runs where account_id = $1 and flow_id = $2 order by 1',
          flowId,
        ),
      }
    },
  }
}

describe('clicks of a machine', () => {
  test.each([
    ['more of its links', (scanned: TrackedMail) => scanned.links.slice(1)],
    ['the link that no reader sees', (scanned: TrackedMail) => [scanned.trap]],
  ])(
    'that were told as a person take them out of the segment, once %s is followed; a person stays',
    async (_, rest) => {
      const { personIds, mailTo, standing } = await openScene(2)
      const [scanned = 0, person = 0] = personIds
      const [ofScanned, ofPerson] = [await mailTo(0), await mailTo(1)]
      mail.house.clock.advance(HOUR_MS)
      await follow(ofPerson.links[0])
      await follow(ofScanned.links[0])
      // Told at once: so long after acceptance a click is a person's.
      expect(await standing()).toEqual({ segment: [scanned, person], flow: [scanned, person] })
      for (const link of rest(ofScanned)) await follow(link)
      await mail.judgeReadings()
      expect(await standing()).toEqual({ segment: [person], flow: [scanned, person] })
      // A click of their own brings them back, and lets them in.
      mail.house.clock.advance(HOUR_MS)
      await follow(ofScanned.links[0])
      await mail.judgeReadings()
      expect(await standing()).toEqual({ segment: [scanned, person], flow: [scanned, scanned, person] })
    },
  )

  test('that were proven before anybody looked at what was told let nobody in', async () => {
    const { mailTo, standing } = await openScene(1)
    mail.house.clock.advance(HOUR_MS)
    for (const link of (await mailTo(0)).links) await follow(link)
    await mail.judgeReadings()
    expect(await standing()).toEqual({ segment: [], flow: [] })
  })

  test('that were proven before they were told let nobody in', async () => {
    const { mailTo, standing } = await openScene(1)
    for (const link of (await mailTo(0)).links) await follow(link)
    expect(await standing()).toEqual({ segment: [], flow: [] })
    await mail.judgeReadings()
    expect(await standing()).toEqual({ segment: [], flow: [] })
  })
})
