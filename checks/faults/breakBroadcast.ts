import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Broadcast, CONTROL_VARIANT_ID, broadcastsContract as calls } from '@millrace/broadcasts/contract'
import { peopleContract } from '@millrace/people/contract'
import { ALL_SEGMENT_ID } from '@millrace/segments/contract'
import { until } from '../instance/client.ts'
import type { Manner } from '../instance/receiver.ts'
import { accountForBroadcast, type Kept, type Left } from './accountForBroadcast.ts'
import { restartPostgres, type Scene } from './scene.ts'
import { patiently, type Story, tellStory } from './story.ts'
import { shuffled, Workers } from './workers.ts'

/** How much is broken while a broadcast goes out. */
export type Breaking = {
  people: number
  kills: number
  postgresRestarts: number
  /** So often the receiver asks for a rest, and greylists some. */
  storms: number
  /** So often the broadcast is paused and goes on. */
  pauses: number
  /** So many unsubscribe before it begins, and so many while it goes on. */
  unsubscribes: number
  /** The receiver takes one in so many mails and drops the line instead of saying so. */
  dropOneIn: number
}

/** What came of it. */
export type Broadcasted = Kept & { people: number; kills: number; seconds: number; wrong: string[] }

/** The clocks of the two workers. */
const AHEAD_MS = [2_000, -2_000] as const
const OTHER = '11111111-1111-4111-8111-111111111111'
const SUBJECTS = ['First try', 'Second try'] as const
const NO_WORDS = { preheader: '', fromName: '', fromEmail: '' }

const TEST = {
  enabled: true,
  variants: [
    { type: 'emailDetails' as const, variantId: CONTROL_VARIANT_ID, subject: '', ...NO_WORDS },
    { type: 'emailDetails' as const, variantId: OTHER, subject: SUBJECTS[1], ...NO_WORDS },
  ],
  pickWinner: true,
  pickWinnerBy: 'open' as const,
  waitBeforeWinnerPeriod: 4,
  waitBeforeWinnerPeriodType: 'hours' as const,
  distribution: [20, 20],
  winner: null,
  winnerPickedAt: null,
}

const PEOPLE = 'select count(*)::int as count from people where account_id = $1'
const IN_HAND = `select count(*)::int as count from sends
  where account_id = $1 and broadcast_id = $2 and state in ('claimed', 'attempting')`
const WAITING = `select r.person_id as id, p.email from broadcast_recipients r
  join people p on p.account_id = $1 and p.id = r.person_id and p.unsubscribed_at is null
  where r.account_id = $1 and r.broadcast_id = $2 and r.is_rest and r.why is null and r.planned_at is null limit 2`
/** Lets the time come that greylisted mail waits for. */
const HURRY = `update sends set due_at = now() where account_id = $1 and state = 'planned' and due_at > now()`
const RING = `select pg_notify('millrace', 'sends:' || $1::text)`

/** A broadcast that goes out while things break. */
class Ordeal {
  readonly left: Left = { unsubscribed: new Map(), merged: [] }
  readonly wrong: string[] = []
  private readonly scene: Scene
  private readonly story: Story
  private readonly breaking: Breaking
  private readonly params: { id: number }
  private gone = 0

  constructor(scene: Scene, story: Story, breaking: Breaking, id: number) {
    this.scene = scene
    this.story = story
    this.breaking = breaking
    this.params = { id }
  }

  private async count(sql: string): Promise<number> {
    const [row] = await this.scene.rows<{ count: number }>(sql, [this.story.accountId, this.params.id])
    return row?.count ?? 0
  }

  async item(): Promise<Broadcast> {
    return (await this.ask(() => this.story.owner(calls.getBroadcast, { params: this.params }))).item
  }

  /** Asks until it is answered: the API or PostgreSQL may be starting again. */
  private async ask<T>(work: () => Promise<T>): Promise<T> {
    let answer: T | undefined
    await patiently(async () => {
      answer = await work()
    })
    return answer as T
  }

  async reaches(what: string, isThere: (item: Broadcast) => boolean, withinMs: number): Promise<void> {
    await until(what, async () => isThere(await this.item()), withinMs, 100)
  }

  /** Some people more unsubscribe, from the last one back. */
  async unsubscribe(people: number): Promise<void> {
    for (let n = 0; n < people; n++) {
      const email = this.story.addressOf(this.breaking.people - 1 - this.gone++)
      await this.ask(() => this.story.owner(peopleContract.unsubscribePerson, { query: { email } }))
      this.left.unsubscribed.set(email, Date.now())
    }
  }

  /** The receiver asks for a rest, and puts some off by greylisting. */
  async storm(): Promise<void> {
    const usual = this.manner(() => 'accept')
    this.scene.receiver.behave((to) => (randomInt(3) ? usual(to) : randomInt(20) ? 'slow-down' : 'later'))
    await pause(1_500)
    this.fair()
  }

  private manner(otherwise: () => Manner): (to: string) => Manner {
    const isOwn = (to: string) => to.endsWith('@people-broadcast.example')
    return (to) => (isOwn(to) && randomInt(this.breaking.dropOneIn) === 0 ? 'accept-then-drop' : otherwise())
  }

  /** The receiver takes what it gets, but for the line that it drops now and then. */
  fair(): void {
    this.scene.receiver.behave(this.manner(() => 'accept'))
  }

  /** While the broadcast is paused nothing leaves but what was in a worker's hands. */
  async rest(): Promise<void> {
    const { owner } = this.story
    const { params } = this
    const isUnderWay = ({ status }: Broadcast) => status === 'sending' || status === 'ab-test-sending-winner'
    if (!isUnderWay(await this.item())) return
    await this.ask(() => owner(calls.pauseBroadcast, { params }))
    await until('an end of what is in hand', async () => (await this.count(IN_HAND)) === 0, 180_000, 50)
    const before = this.scene.receiver.mails.length
    await pause(2_500)
    const more = this.scene.receiver.mails.length - before
    if (more) this.wrong.push(`${more} mails left while the broadcast was paused`)
    await this.ask(() => owner(calls.resumeBroadcast, { params }))
  }

  /** Two who wait for the winner turn out to be one. */
  async merge(): Promise<void> {
    const waiting = await this.scene.rows<{ id: number; email: string }>(WAITING, [
      this.story.accountId,
      this.params.id,
    ])
    const [kept, gone] = waiting
    if (!kept || !gone) return
    const params = { id: kept.id }
    await this.ask(() => this.story.owner(peopleContract.mergePeople, { params, body: { otherId: gone.id } }))
    this.left.merged.push(gone.email)
  }

  async sendsTheWinner(): Promise<void> {
    const body = { variantId: OTHER }
    await this.ask(async () => {
      const { status } = await this.item()
      if (status === 'ab-testing') await this.story.owner(calls.pickWinner, { params: this.params, body })
    })
  }

  async hurry(): Promise<void> {
    await this.scene.rows(HURRY, [this.story.accountId])
    await this.scene.rows(RING, [this.story.accountId])
  }

  async account(): Promise<Kept> {
    const kept = await accountForBroadcast(this.scene, this.story, this.params.id, SUBJECTS, this.left)
    return { ...kept, wrong: [...this.wrong, ...kept.wrong] }
  }
}

const prepare = async (scene: Scene, story: Story, people: number): Promise<number> => {
  const emailId = await story.email(SUBJECTS[0])
  await story.signUp(0, people)
  const count = async () => (await scene.rows<{ count: number }>(PEOPLE, [story.accountId]))[0]?.count
  await until('everybody', async () => (await count()) === people, 300_000)
  const { item } = await story.owner(calls.createBroadcast, { body: { name: 'To all' } })
  const audience = { type: 'segment' as const, segmentId: ALL_SEGMENT_ID }
  const body = { emailId, audience, abTest: TEST }
  await story.owner(calls.updateBroadcast, { params: { id: item.id }, body })
  return item.id
}

/** Lets blows fall while a broadcast goes on; some wait until all have fallen. */
const fall = async (blows: readonly (() => Promise<void>)[]) => {
  for (const blow of blows) {
    await pause(randomInt(50, 400))
    await blow()
  }
}

/** In so many goes people unsubscribe while it goes on. */
const UNSUBSCRIBING = 4
const LONG_MS = 600_000

/**
 * A broadcast with a test of two variants to many people, sent by two workers: the API is killed while its audience is
 * frozen, workers and PostgreSQL while it goes out; the receiver drops lines and asks for rest; people unsubscribe and are
 * merged; it is paused, and a winner is picked. Then everything is accounted for.
 */
export const breakBroadcast = async (scene: Scene, breaking: Breaking): Promise<Broadcasted> => {
  const { people, unsubscribes } = breaking
  const workers = new Workers(scene, AHEAD_MS)
  await workers.start()
  const story = await tellStory(scene, 'broadcast')
  const id = await prepare(scene, story, people)
  const ordeal = new Ordeal(scene, story, breaking, id)
  ordeal.fair()
  await ordeal.unsubscribe(unsubscribes)
  const from = performance.now()
  await story.owner(calls.sendBroadcast, { params: { id } })
  await Promise.all([scene.breakApi(), workers.killOne()])
  const times = (many: number, blow: () => Promise<void>) => Array.from({ length: many }, () => blow)
  const blows = shuffled([
    ...times(breaking.kills, () => workers.killOne()),
    ...times(breaking.postgresRestarts, () => restartPostgres(scene)),
    ...times(breaking.storms, () => ordeal.storm()),
    ...times(breaking.pauses, () => ordeal.rest()),
    ...times(UNSUBSCRIBING, () => ordeal.unsubscribe(Math.ceil(unsubscribes / UNSUBSCRIBING))),
  ])
  const half = Math.floor(blows.length / 2)
  await fall(blows.slice(0, half))
  await ordeal.hurry()
  await ordeal.reaches('the end of the test', ({ status }) => status !== 'sending', LONG_MS)
  await ordeal.merge()
  await Promise.all([ordeal.sendsTheWinner(), workers.killOne()])
  await fall(blows.slice(half))
  ordeal.fair()
  await until(
    'the end of the broadcast',
    async () => {
      await ordeal.hurry()
      return (await ordeal.item()).endedAt !== null
    },
    LONG_MS,
    500,
  )
  const seconds = (performance.now() - from) / 1000
  await workers.stop()
  scene.receiver.behave(() => 'accept')
  return { ...(await ordeal.account()), people, kills: workers.kills, seconds }
}
