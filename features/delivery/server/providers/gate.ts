/** Does work when its turn comes. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/** Lets so many at a time do their work; the others wait in order. */
export const openGate = (most: number): Gate => {
  const waiting: (() => void)[] = []
  let inside = 0
  return async (work) => {
    if (inside >= most) await new Promise<void>((enter) => waiting.push(enter))
    else inside++
    try {
      return await work()
    } finally {
      // The place goes to whoever waits, so that nobody who comes now is before them.
      const next = waiting.shift()
      if (next) next()
      else inside--
    }
  }
}
