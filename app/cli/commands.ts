import { type House, readSettings, type Settings } from '@millrace/kit/server'
import type { Logger } from 'pino'
import { openDatabaseOf } from '../database.ts'
import type { Features } from '../features.ts'
import { openHouse } from '../house.ts'
import { openLog } from '../log.ts'
import { type Millrace, startMillrace, VERSION } from '../millrace.ts'
import { type SignIn, seedIfEmpty } from '../seed/index.ts'
import { seedAtScale } from '../seed/scale/index.ts'
import type { Right } from './arguments.ts'
import { stopOnSignals } from './stopping.ts'

const say = (text: string) => {
  process.stdout.write(`${text}\n`)
}

/** What a person sees who has just started Millrace. */
export const welcome = (
  { address, house }: Pick<Millrace, 'address'> & { house: Pick<House, 'settings'> },
  signIn?: SignIn,
) => {
  const { ROLE, SMTP_URL } = house.settings
  if (ROLE === 'worker') return `\n  Millrace ${VERSION} works. Ctrl-C stops it.\n`
  const lines = [
    ['', `Millrace ${VERSION} is ready.`],
    ['Open', address],
    signIn
      ? ['Sign in', `${signIn.email}  /  ${signIn.password}`]
      : ['Sign in', 'with your account, or register a new one there'],
    SMTP_URL ? [] : ['Mail', `${address}/mailbox shows every mail that is sent`],
    ['API', `${address}/docs`],
    ['Stop', 'Ctrl-C'],
  ]
  const text = lines
    .filter((line) => line.length)
    .map(([name = '', value]) => (name ? `  ${name.padEnd(9)}${value}` : `  ${value}\n`))
  return `\n${text.join('\n')}\n`
}

/** Runs the installation until it is told to stop. */
export const start = async (settings: Settings, log: Logger): Promise<void> => {
  let running: Millrace | undefined
  let signIn: SignIn | undefined
  const starting = startMillrace(settings, log, async (house, features) => {
    if (settings.SEED && settings.ROLE !== 'worker') signIn = await seedIfEmpty(house, features)
  })
  stopOnSignals(async () => {
    const started = running ?? (await starting)
    await started.stop()
  }, log)
  running = await starting
  say(welcome(running, signIn))
}

const withHouse = async (settings: Settings, log: Logger, work: (house: House) => Promise<void>) => {
  const { url, isWalled, stop } = await openDatabaseOf(settings, log)
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`
  const { house, close } = await openHouse({ settings, databaseUrl: url, isWalled, publicUrl, log })
  try {
    await work(house)
  } finally {
    await close()
    await stop()
  }
}

/** Brings the database to the present schema. */
export const migrateOnly = (settings: Settings, log: Logger): Promise<void> =>
  withHouse(settings, log, async () => say('The database has the schema of this version.'))

const seedLarge = async (house: House, features: Features, people: number) => {
  const from = performance.now()
  const told = (what: string) => say(`${((performance.now() - from) / 1000).toFixed(0).padStart(5)} s  ${what}`)
  const { email, password } = await seedAtScale(house, features, people, told)
  say(`Filled. Sign in as ${email} with ${password}. Segments are built once Millrace runs.`)
}

/** Fills an empty database with the story workspace, or any with a large account where one is asked for. */
export const seedOnly = async (settings: Settings, log: Logger, open: (house: House) => Features): Promise<void> =>
  withHouse(settings, log, async (house) => {
    if (settings.SEED_SCALE) return seedLarge(house, open(house), settings.SEED_SCALE)
    const signIn = await seedIfEmpty(house, open(house))
    say(
      signIn
        ? `Filled. Sign in as ${signIn.email} with ${signIn.password}.`
        : 'There are accounts already; nothing was changed.',
    )
  })

/** Makes a member a platform administrator, or no longer; in effect at once, also where Millrace is running. */
export const changeRight = (
  settings: Settings,
  log: Logger,
  open: (house: House) => Features,
  { email, isAdmin }: Right,
): Promise<void> =>
  withHouse(settings, log, async (house) => {
    const { access } = open(house)
    if (!(await house.db.system((tx) => access.setAdministrator(tx, email, isAdmin))))
      throw new Error(`Nobody signs in as ${email}.`)
    say(isAdmin ? `${email} is a platform administrator.` : `${email} is no platform administrator.`)
  })

/** Reads settings from flags over the environment, and opens the log. */
export const prepare = (flags: Record<string, string>) => {
  const settings = readSettings({ ...process.env, ...flags })
  return { settings, log: openLog(settings) }
}
