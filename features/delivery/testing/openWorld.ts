import { openEvents } from '@millrace/events/server'
import type { Loop } from '@millrace/kit/jobs'
import type { Tx } from '@millrace/kit/server'
import { type TestAccount, type TestHouse, testHouse } from '@millrace/kit/testing'
import { peopleDoor } from '@millrace/people/server'
import { openPreferences, type Preferences } from '@millrace/preferences/server'
import { type Delivery, type DeliveryPorts, openDelivery } from '../server/index.ts'

/** Delivery with the features below it, on a test's house. */
export type World = {
  house: TestHouse
  delivery: Delivery
  preferences: Preferences
  /** Runs the sender until it has nothing more to do now. */
  sendAll(): Promise<void>
  /** Runs the loop that looks after workers once. */
  lookAfterWorkers(): Promise<void>
  /** Lets a few seconds pass, and tells whose the readings were that waited. */
  judgeReadings(): Promise<void>
  /** Runs the loop once that lets held mail go. */
  releaseHeld(): Promise<void>
}

const nobody = async () => {
  throw new Error('Nobody calls here.')
}

const loopNamed = (delivery: Delivery, name: string): Loop => {
  const loop = delivery.loops?.find((one) => one.name === name)
  if (!loop) throw new Error(`There is no loop named ${name}.`)
  return loop
}

/** Opens delivery over real people, events and preferences; the test closes it. `lookUp` answers DNS questions, `more` what higher features know. */
export const openWorld = async (
  settings: Record<string, string> = {},
  lookUp?: Parameters<typeof openDelivery>[2],
  more: Partial<DeliveryPorts> = {},
): Promise<World> => {
  const house = await testHouse(settings)
  const people = peopleDoor(house)
  const events = openEvents(house, { people, identify: nobody as never })
  const ports: { delivery?: Delivery } = {}
  const preferences = openPreferences(house, {
    people,
    recordEvents: events.recordEvents,
    noteUnsubscribed: async (...asked) => (await ports.delivery?.noteUnsubscribed(...asked)) ?? {},
    sendMail: async (...mail) => ports.delivery?.sendFrom(...mail),
  })
  const identify = async () => ({
    accountId: 0,
    memberId: 0,
    isOwner: false,
    isAdmin: false,
    scopes: new Set<never>(),
    via: 'nobody' as const,
  })
  const { recordEvents, markMachines } = events
  const { unsubscribe } = preferences
  const { queueExport } = people
  const delivery = openDelivery(
    house,
    { recordEvents, markMachines, unsubscribe, queueExport, identify, ...more },
    lookUp,
  )
  ports.delivery = delivery
  const sends = loopNamed(delivery, 'sends')
  return {
    house,
    delivery,
    preferences,
    sendAll: async () => {
      while ((await sends.work(new Set([0]))) === 'more') {}
    },
    judgeReadings: async () => {
      house.clock.advance(5_000)
      await loopNamed(delivery, 'readings of mail').work(new Set())
    },
    releaseHeld: async () => {
      while ((await loopNamed(delivery, 'held mail').work(new Set())) === 'more') {}
    },
    lookAfterWorkers: async () => void (await loopNamed(delivery, 'mail workers').work(new Set())),
  }
}

/** An account that can send: a verified sender, an email, some people. */
export type SendingAccount = TestAccount & { emailId: number; personIds: number[] }

type Wanted = {
  people?: number
  html?: string
  subject?: string
  isTransactional?: boolean
  fromEmail?: string
  isVerified?: boolean
}

const HTML =
  '<html><head><title></title></head><body><p>Hello {{ person.firstName }}</p><a href="https://acme.example/a?x=1&amp;y=2">A</a><a href="https://acme.example/p/{{ person.id }}">P</a></body></html>'

const writeEmail = async (tx: Tx, accountId: number, at: Date, wanted: Wanted): Promise<number> => {
  const {
    html = HTML,
    subject = 'Hello {{ person.firstName }}',
    isTransactional = false,
    fromEmail = 'news@acme.example',
  } = wanted
  // An email as the emails feature keeps it.
  const email = await tx.one<{ id: number }>(
    `insert into emails (account_id, name, is_transactional, created_at, updated_at) values ($1, 'Welcome', $2, $3, $3) returning id`,
    [accountId, isTransactional, at],
  )
  // Its only version.
  await tx.run(
    `insert into email_versions (account_id, email_id, version, subject, from_name, from_email, html, created_at, updated_at)
     values ($1, $2, 1, $3, 'Acme', $4, $5, $6, $6)`,
    [accountId, email?.id, subject, fromEmail, html, at],
  )
  return email?.id ?? 0
}

/** Makes an account with an email, a verified sender and people named p0@example.org and so on. */
export const sendingAccount = async ({ house, delivery }: World, wanted: Wanted = {}): Promise<SendingAccount> => {
  const account = await house.newAccount({ name: 'Acme' })
  const { accountId } = account
  return house.db.system(async (tx) => {
    const at = house.clock.now()
    if (wanted.isVerified !== false) await delivery.addVerifiedAddress(tx, accountId, 'news@acme.example')
    const emailId = await writeEmail(tx, accountId, at, wanted)
    // People with an address and a first name.
    const people = await tx.rows<{ id: number }>(
      `insert into people (account_id, email, fields, created_at, updated_at)
       select $1::int, 'p' || n || '@example.org', jsonb_build_object('firstName', 'Person ' || n), $3, $3
       from generate_series(0, $2::int - 1) as n returning id`,
      [accountId, wanted.people ?? 1, at],
    )
    return { ...account, emailId, personIds: people.map((person) => person.id) }
  })
}
