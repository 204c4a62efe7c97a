import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEvents } from '@millrace/events/server'
import type { Loop } from '@millrace/kit/jobs'
import { type TestHouse, testHouse } from '@millrace/kit/testing'
import { peopleDoor } from '@millrace/people/server'
import { openPreferences, type Preferences } from '@millrace/preferences/server'
import { type Delivery, type DeliveryPorts, openDelivery } from '../server/index.ts'

/** Delivery with the features below it, on a test's house. */
export type World = {
  house: TestHouse
  delivery: Delivery
  preferences: Preferences
  /** The data folder, for this world alone. */
  folder: string
  /** Runs the sender until it has nothing more to do now. */
  sendAll(): Promise<void>
  /** Runs the loop that looks after workers once. */
  lookAfterWorkers(): Promise<void>
  /** Lets a few seconds pass, and tells whose the readings were that waited. */
  judgeReadings(): Promise<void>
  /** Runs the loop once that lets held mail go. */
  releaseHeld(): Promise<void>
  /** Ends delivery and removes the folder. */
  close(): Promise<void>
}

const nobody = async () => {
  throw new Error('Nobody calls here.')
}

const loopNamed = (delivery: Delivery, name: string): Loop => {
  const loop = delivery.loops?.find((one) => one.name === name)
  if (!loop) throw new Error(`There is no loop named ${name}.`)
  return loop
}

/** Opens delivery over real people, events and preferences, on a new house; the test closes it. `lookUp` answers DNS questions, `more` what higher features know. */
export const openWorld = async (
  settings: Record<string, string> = {},
  lookUp?: Parameters<typeof openDelivery>[2],
  more: Partial<DeliveryPorts> = {},
): Promise<World> => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-'))
  const house = await testHouse({ DATA_DIR: folder, ...settings })
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
    folder,
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
    close: async () => {
      await delivery.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
