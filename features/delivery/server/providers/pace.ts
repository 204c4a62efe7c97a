import type { Tx } from '@millrace/kit/server'
import { giveRoomBack, type Room, roomOf } from '../brakes/throttles.ts'

/** How many recipients a second a provider takes from its account, whichever of our accounts and workers they are of. */
export type Pace = {
  /** What all workers know the provider's account by. */
  name: string
  /** Undefined until the provider has said it. */
  perSecond(): number | undefined
  /** Until when there is room for nobody. */
  opensAt: Date
}

/** The throttle of a provider belongs to none of our accounts. */
const NOBODY = 0

/** Gives a provider's room back that was taken for mails that did not leave. */
export const giveProviderRoomBack = async (tx: Tx, pace: Pace | undefined, mails: number): Promise<void> => {
  const rate = pace?.perSecond()
  if (pace && rate) await giveRoomBack(tx, NOBODY, { mails, rate, scope: pace.name })
}

/** After nothing was left, it is looked again when there is room for what leaves in this time: not for each mail. */
const PORTION_SECONDS = 0.1

/** Room at a provider: what is spent there says when it is to be asked again. */
export const roomAt = async (tx: Tx, pace: Pace | undefined, now: Date): Promise<Room | undefined> => {
  const perSecond = pace?.perSecond()
  if (!pace || !perSecond) return undefined
  const room = await roomOf(tx, NOBODY, perSecond, now, pace.name)
  const portion = Math.max(0, Math.floor(perSecond * PORTION_SECONDS) - 1)
  const waits = () => {
    pace.opensAt = new Date(room.opensAt.getTime() + (portion * 1_000) / perSecond)
  }
  if (room.mails < 1) waits()
  return {
    mails: room.mails,
    get opensAt() {
      return pace.opensAt
    },
    spend: async (mails) => {
      await room.spend(mails)
      if (room.opensAt > now) waits()
    },
  }
}

/** A provider's word on its rate holds so long; where it gave none it is asked again sooner. */
const HOLDS_MS = 600_000
const AGAIN_MS = 60_000
/** Mail waits no longer than this for the first word. */
const FIRST_MS = 2_000

/** A pace that a provider is asked for now and then: by `learn`, which is to be called often. */
export const askedPace = (
  name: string,
  ask: () => Promise<number>,
  now: () => Date,
): { pace: Pace; learn(): Promise<void> } => {
  let perSecond: number | undefined
  let nextAt = Number.NEGATIVE_INFINITY
  let isFirst = true
  const learn = async () => {
    if (now().getTime() < nextAt) return
    nextAt = now().getTime() + AGAIN_MS
    const asking = ask().then(
      (rate) => {
        perSecond = rate > 0 ? rate : undefined
        nextAt = now().getTime() + HOLDS_MS
      },
      // What it said last holds on; who asks too much is told so by the provider itself.
      () => {},
    )
    if (!isFirst) return
    isFirst = false
    let stop: NodeJS.Timeout | undefined
    const enough = new Promise<void>((resolve) => {
      stop = setTimeout(resolve, FIRST_MS)
    })
    await Promise.race([asking, enough])
    clearTimeout(stop)
  }
  return { pace: { name, perSecond: () => perSecond, opensAt: new Date(0) }, learn }
}
