/** Where everything reads the time from, so that tests and dry runs can bring their own. */
export type Clock = { now(): Date }

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() }

/** A clock that stands still until it is moved. */
export const heldClock = (start: Date): Clock & { set(at: Date): void; advance(ms: number): void } => {
  let at = start
  return {
    now: () => new Date(at),
    set: (next) => {
      at = next
    },
    advance: (ms) => {
      at = new Date(at.getTime() + ms)
    },
  }
}
