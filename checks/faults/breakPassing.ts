import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../instance/client.ts'
import { accountFor, entered, stillIn } from './account.ts'
import { type Edit, Editing } from './editing.ts'
import { restartPostgres, type Scene } from './scene.ts'
import { type Drawn, type Story, tellStory } from './story.ts'
import { shuffled, Workers } from './workers.ts'

/** How much is broken while people pass. */
export type Breaking = {
  people: number
  kills: number
  postgresRestarts: number
  edits: number
}

/** What came of it. */
export type Passed = {
  people: number
  kills: number
  postgresRestarts: number
  edits: Edit[]
  /** Everything that is not as it must be, in words. */
  wrong: string[]
  uncertain: number
  seconds: number
}

/** One worker's machine is ahead, the other's behind, by so much. */
export const AHEAD_MS = [30_000, -30_000] as const
/** Those who come early wait until so long after the beginning. */
const WAIT_MS = 12_000

const drawPassing = async (story: Story, waitUntil: Date): Promise<Drawn> => {
  const [welcome, goodbye] = [await story.email('Welcome'), await story.email('Goodbye')]
  const isPro = { type: 'field', field: 'plan', condition: 'is', value: 'pro' }
  return story.draw(
    {
      start: ['/event', { eventName: 'Signed up' }],
      came: ['/add-tag', { tag: 'came' }],
      plan: ['/condition', { conditions: { type: 'group', operator: 'and', conditions: [isPro] } }],
      welcome: ['/send', { emailId: welcome }],
      free: ['/change-field', { field: 'title', value: 'On {{ plan }}' }],
      wait: ['/delay-v2', { kind: 'until', at: waitUntil.toISOString() }],
      goodbye: ['/send', { emailId: goodbye }],
      done: ['/add-tag', { tag: 'done' }],
    },
    [
      ['start', 'came'],
      ['came', 'plan'],
      ['plan', 'welcome', 'yes'],
      ['plan', 'free', 'no'],
      ['welcome', 'wait'],
      ['free', 'wait'],
      ['wait', 'goodbye'],
      ['goodbye', 'done'],
    ],
  )
}

type Mail = { to_address: string; step_id: number; state: string }

/** What is wrong with the mails: counted at the receiver and in the ledger, by person and step. */
const mailAccount = async (scene: Scene, story: Story, { ids }: Drawn, people: number, waitUntil: Date) => {
  const sends = await scene.rows<Mail>(
    `select to_address, step_id, state from sends where account_id = $1 and reason_kind = 'flow'`,
    [story.accountId],
  )
  const wrong: string[] = []
  const states = new Set(sends.map(({ state }) => state))
  for (const state of states) if (state !== 'accepted' && state !== 'uncertain') wrong.push(`mails are ${state}`)
  for (const [subject, stepId, gets] of [
    ['Welcome', ids.welcome, (person: number) => person % 3 === 0],
    ['Goodbye', ids.goodbye, () => true],
  ] as const) {
    const due = Array.from({ length: people }, (_one, person) => person)
      .filter(gets)
      .map(story.addressOf)
    const own = sends.filter((send) => send.step_id === stepId)
    const uncertain = new Set(own.filter(({ state }) => state === 'uncertain').map(({ to_address: to }) => to))
    const got = new Map<string, number>()
    for (const { to, source, at } of scene.receiver.mails) {
      if (!to.endsWith('@people-passing.example') || !source.includes(`Subject: ${subject}`)) continue
      got.set(to, (got.get(to) ?? 0) + 1)
      if (subject === 'Goodbye' && at < waitUntil.getTime() - 50) wrong.push(`${to} got ${subject} too early`)
    }
    const twice = [...got].filter(([, times]) => times > 1)
    const missed = due.filter((to) => !got.has(to) && !uncertain.has(to))
    const undue = [...got.keys()].filter((to) => !due.includes(to))
    if (own.length !== due.length) wrong.push(`${own.length} mails “${subject}” were planned for ${due.length} people`)
    if (twice.length) wrong.push(`${twice.length} got “${subject}” twice, such as ${twice[0]?.[0]}`)
    if (missed.length) wrong.push(`${missed.length} missed “${subject}”, such as ${missed[0]}`)
    if (undue.length) wrong.push(`${undue.length} got “${subject}” who must not, such as ${undue[0]}`)
  }
  return { wrong, uncertain: sends.filter(({ state }) => state === 'uncertain').length }
}

const OPEN = `select count(*)::int as count from sends where account_id = $1 and state in ('planned', 'claimed', 'attempting')`

const allThrough = async (scene: Scene, { accountId }: Story, { flowId }: Drawn, people: number) => {
  if ((await entered(scene, accountId, flowId)) < people) return false
  if (await stillIn(scene, accountId, flowId)) return false
  return (await scene.rows<{ count: number }>(OPEN, [accountId]))[0]?.count === 0
}

/**
 * People pass through a flow, moved by two workers whose clocks are a minute apart; workers are killed, PostgreSQL is
 * restarted, the flow is edited. Then everything is accounted for.
 */
export const breakPassing = async (scene: Scene, breaking: Breaking): Promise<Passed> => {
  const { people, kills, postgresRestarts } = breaking
  const workers = new Workers(scene, AHEAD_MS)
  await workers.start()
  const story = await tellStory(scene, 'passing')
  const waitUntil = new Date(Date.now() + WAIT_MS)
  const drawn = await drawPassing(story, waitUntil)
  const editing = new Editing(story, drawn)
  const from = performance.now()
  const blows = shuffled([
    ...Array.from({ length: kills }, () => () => workers.killOne()),
    ...Array.from({ length: postgresRestarts }, () => () => restartPostgres(scene)),
    ...Array.from({ length: breaking.edits }, () => () => editing.next()),
  ])
  // People keep coming from the first blow to the last.
  const page = Math.ceil(people / (blows.length + 1))
  let come = 0
  for (const blow of [...blows, () => editing.end()]) {
    const coming = story.signUp(come, Math.min(page, people - come))
    come = Math.min(come + page, people)
    await pause(randomInt(20, 300))
    await Promise.all([coming, blow()])
  }
  await until('the end of everybody', () => allThrough(scene, story, drawn, people), 300_000, 100)
  const seconds = (performance.now() - from) / 1000
  await workers.stop()
  const { accountId } = story
  const { came = 0, plan = 0, wait = 0, goodbye = 0, done = 0 } = drawn.ids
  const visits = await accountFor(
    scene,
    { accountId, flowId: drawn.flowId, people },
    { came, plan, wait, goodbye, done },
  )
  const mails = await mailAccount(scene, story, drawn, people, waitUntil)
  const refused = editing.edits.flatMap(({ what, refused }) => (refused ? [`${what}: ${refused}`] : []))
  const wrong = [...visits, ...mails.wrong, ...refused]
  const { uncertain } = mails
  return { people, kills: workers.kills, postgresRestarts, edits: editing.edits, wrong, uncertain, seconds }
}
