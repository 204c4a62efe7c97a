import { breakBroadcast } from './breakBroadcast.ts'
import { breakDue } from './breakDue.ts'
import { breakMail } from './breakMail.ts'
import { breakPassing } from './breakPassing.ts'
import { openScene, type Scene } from './scene.ts'

const numberOf = (name: string, otherwise: number) => {
  const given = process.argv.find((word) => word.startsWith(`--${name}=`))
  return given ? Number(given.split('=')[1]) : otherwise
}

const isShort = process.argv.includes('--short')
const size = (name: string, short: number, long: number) => numberOf(name, isShort ? short : long)

/** What was found of one part: what holds and what does not. */
type Verdict = { holds: boolean[] }

const mail = async (scene: Scene): Promise<Verdict> => {
  const counted = await breakMail(scene, {
    people: size('people', 400, 5_000),
    workerKills: size('kills', 2, 50),
    postgresKills: size('postgres-kills', 1, 5),
    dropOneIn: size('drop-one-in', 60, 100),
    livesMs: [60, 500],
  })
  const { missed, twice, untold, uncertain, cutByKills, states, kills, seconds, people } = counted
  console.log(`
Mail: ${people} people, ${kills} workers killed, ${seconds.toFixed(0)} seconds
  nobody missed          ${missed.length ? `NO: ${missed.length}, such as ${missed[0]}` : 'yes'}
  nobody twice           ${twice.length ? `NO: ${twice.length}, such as ${twice[0]}` : 'yes'}
  taken without a word   ${untold}, of which uncertain ${uncertain - cutByKills}
  cut by killed workers  ${cutByKills}
  ledger                 ${JSON.stringify(states)}`)
  // Every mail that was taken without a word is uncertain; of each killed worker at most what was on its ten connections.
  return {
    holds: [
      !missed.length,
      !twice.length,
      uncertain - cutByKills === untold,
      cutByKills <= kills * 10,
      Object.keys(states).every((state) => state === 'accepted' || state === 'uncertain'),
    ],
  }
}

/** An edit may not wait longer for the people who move. */
const LONGEST_EDIT_MS = 8_000

const passing = async (scene: Scene): Promise<Verdict> => {
  const { people, kills, postgresRestarts, edits, wrong, uncertain, seconds } = await breakPassing(scene, {
    people: size('passing', 1_000, 20_000),
    kills: size('passing-kills', 2, 25),
    postgresRestarts: size('postgres-restarts', 1, 5),
    edits: size('edits', 5, 50),
  })
  const slowest = Math.max(0, ...edits.map(({ ms }) => ms))
  console.log(`
Passing: ${people} people, two workers a minute apart, ${kills} killed, PostgreSQL restarted ${postgresRestarts}×, ${seconds.toFixed(0)} seconds
  everything accounted   ${wrong.length ? `NO:\n    ${wrong.join('\n    ')}` : 'yes'}
  edits meanwhile        ${edits.length}, the slowest ${slowest.toFixed(0)} ms
  uncertain mails        ${uncertain}`)
  return { holds: [!wrong.length, slowest < LONGEST_EDIT_MS, uncertain <= (kills + postgresRestarts) * 10] }
}

const due = async (scene: Scene): Promise<Verdict> => {
  const { people, kills, wrong, seconds } = await breakDue(scene, { people: size('due', 10_000, 10_000), kills: 1 })
  console.log(`
Due at once: ${people} waits in the same second, ${kills} worker killed meanwhile, all gone after ${seconds.toFixed(1)} seconds
  everything accounted   ${wrong.length ? `NO:\n    ${wrong.join('\n    ')}` : 'yes'}`)
  return { holds: [!wrong.length] }
}

const broadcast = async (scene: Scene): Promise<Verdict> => {
  const { people, kills, wrong, states, untold, cutByKills, seconds } = await breakBroadcast(scene, {
    people: size('audience', 800, 20_000),
    kills: size('broadcast-kills', 1, 30),
    postgresRestarts: size('broadcast-restarts', 1, 5),
    storms: size('storms', 1, 5),
    pauses: size('pauses', 1, 6),
    unsubscribes: size('unsubscribes', 20, 400),
    dropOneIn: size('drop-one-in', 60, 100),
  })
  console.log(`
Broadcast: ${people} people, two variants, ${kills} workers and the API killed, ${seconds.toFixed(0)} seconds
  everything accounted   ${wrong.length ? `NO:\n    ${wrong.join('\n    ')}` : 'yes'}
  taken without a word   ${untold}, all uncertain
  cut by killed workers  ${cutByKills}
  ledger                 ${JSON.stringify(states)}`)
  return { holds: [!wrong.length, cutByKills <= kills * 10] }
}

const PARTS: Record<string, (scene: Scene) => Promise<Verdict>> = { mail, broadcast, passing, due }

const only = process.argv.find((word) => word.startsWith('--only='))?.split('=')[1]
const scene = await openScene()
const holds: boolean[] = []
try {
  for (const [name, part] of Object.entries(PARTS)) if (!only || only === name) holds.push(...(await part(scene)).holds)
} finally {
  await scene.close()
}
const failed = holds.filter((one) => !one).length
console.log(`\n${holds.length - failed} passed, ${failed} failed`)
if (failed || !holds.length) process.exitCode = 1
