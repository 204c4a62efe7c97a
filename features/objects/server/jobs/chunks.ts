/** Does chunks, each in a transaction of its own, until one says that there is no more or the process is told to stop. */
export const inChunks = async (signal: AbortSignal, chunk: (after: number) => Promise<number>): Promise<void> => {
  for (let after = 0; ; ) {
    after = await chunk(after)
    if (!after) return
    if (signal.aborted) throw new Error('stopped; goes on later')
  }
}

/** How many rows one chunk takes. */
export const CHUNK = 1_000
