const MINUTE = 60_000
const WAITS = [1, 5, 15, 60, 120, 240, 480, 720, 1440, 1440].map((minutes) => minutes * MINUTE)

/** When a mail that was put off for the `attempts`-th time is due again, or undefined when it is given up. */
export const retryAt = (attempts: number, now: Date): Date | undefined => {
  const wait = WAITS[attempts - 1]
  return wait === undefined ? undefined : new Date(now.getTime() + wait)
}
