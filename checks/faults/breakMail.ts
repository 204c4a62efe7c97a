import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../instance/client.ts'
import type { Scene } from './scene.ts'
import { type Story, tellStory } from './story.ts'

/** How much is broken. */
export type Breaking = {
  people: number
  workerKills: number
  postgresKills: number
  /** The receiver takes one in so many mails and drops the line instead of saying so. */
  dropOneIn: number
  /** A worker lives this long, at the least and the most, before it is killed. */
  livesMs: [least: number, most: number]
}

/** What came of it, counted at the receiver and in the ledger. */
export type Counted = {
  people: number
  /** Who never got the mail, and who got it more than once. */
  missed: string[]
  twice: string[]
  /** Mails that the receiver took without saying so. */
  untold: number
  uncertain: number
  /** Uncertain rows whose answer the receiver had sent: the worker was killed before it heard it. */
  cutByKills: number
  /** Rows of the ledger by state. */
  states: Record<string, number>
  kills: number
  seconds: number
}

const isDone = async ({ rows }: Scene, { accountId }: Story, people: number) => {
  const [row] = await rows<{ open: number; all: number }>(
    `select count(*) filter (where state in ('planned', 'claimed', 'attempting'))::int as open, count(*)::int as all
     from sends where account_id = $1 and reason_kind = 'flow'`,
    [accountId],
  )
  return row?.all === people && row.open === 0
}

const killOften = async (
  scene: Scene,
  story: Story,
  { people, workerKills, postgresKills, livesMs }: Omit<Breaking, 'dropOneIn'>,
) => {
  let kills = 0
  const postgresAt = new Set(
    Array.from({ length: postgresKills }, (_one, index) => Math.floor(((index + 0.5) * workerKills) / postgresKills)),
  )
  while (kills < workerKills && !(await isDone(scene, story, people))) {
    const worker = await scene.startWorker()
    await pause(randomInt(...livesMs))
    if (postgresAt.has(kills)) {
      scene.breakPostgres('SIGKILL')
      await pause(randomInt(200, 900))
    }
    await worker.kill()
    kills++
  }
  const last = await scene.startWorker()
  await until('the end of all mail', () => isDone(scene, story, people), 300_000)
  await last.stop()
  return kills
}

const count = async (
  { rows, receiver }: Scene,
  { accountId, addressOf }: Story,
  people: number,
): Promise<Omit<Counted, 'kills' | 'seconds'>> => {
  const sends = await rows<{ to_address: string; state: string; message_id: string | null }>(
    `select to_address, state, message_id from sends where account_id = $1 and reason_kind = 'flow'`,
    [accountId],
  )
  const everybody = Array.from({ length: people }, (_one, index) => addressOf(index))
  const own = new Set(everybody)
  const got = new Map<string, number>()
  for (const { to } of receiver.mails) if (own.has(to)) got.set(to, (got.get(to) ?? 0) + 1)
  const uncertain = new Set(sends.filter((send) => send.state === 'uncertain').map((send) => send.to_address))
  const untold = new Set(receiver.untold.map(({ to }) => to).filter((to) => own.has(to)))
  const states: Record<string, number> = {}
  for (const { state } of sends) states[state] = (states[state] ?? 0) + 1
  return {
    people,
    // Whose fate is uncertain may have got it or not; nobody else may have missed it.
    missed: everybody.filter((to) => !got.has(to) && !uncertain.has(to)),
    twice: everybody.filter((to) => (got.get(to) ?? 0) > 1),
    untold: untold.size,
    uncertain: uncertain.size,
    cutByKills: [...uncertain].filter((to) => !untold.has(to)).length,
    states,
  }
}

/** Lets people sign up and breaks worker, PostgreSQL and line at random while their mail goes out; then counts. */
export const breakMail = async (scene: Scene, { dropOneIn, ...breaking }: Breaking): Promise<Counted> => {
  const first = await scene.startWorker()
  const story = await tellStory(scene, 'mail')
  const emailId = await story.email('Hello {{ person.firstName }}')
  await story.draw(
    {
      start: ['/event', { eventName: 'Signed up' }],
      send: ['/send', { emailId }],
      tag: ['/add-tag', { tag: 'welcomed' }],
    },
    [
      ['start', 'send'],
      ['send', 'tag'],
    ],
  )
  await first.stop()
  const isDropped = (to: string) => to.endsWith('@people-mail.example') && randomInt(dropOneIn) === 0
  scene.receiver.behave((to) => (isDropped(to) ? 'accept-then-drop' : 'accept'))
  await story.signUp(0, breaking.people)
  const from = performance.now()
  const kills = await killOften(scene, story, breaking)
  const seconds = (performance.now() - from) / 1000
  scene.receiver.behave(() => 'accept')
  return { ...(await count(scene, story, breaking.people)), kills, seconds }
}
