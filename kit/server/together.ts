type Settled<T extends readonly unknown[]> = { -readonly [K in keyof T]: Awaited<T[K]> }

/** PostgreSQL refuses a statement because one before it has failed. */
const isConsequence = (error: unknown) => (error as { code?: unknown } | undefined)?.code === '25P02'

/**
 * Waits for statements that were sent without waiting for each other, in their order. Unlike `Promise.all` it waits for the rest
 * where one fails, so that nothing of a transaction goes on behind its end; then it throws what failed first, and of what was
 * only refused because of another, that other.
 */
export const together = async <const T extends readonly unknown[]>(sent: T): Promise<Settled<T>> => {
  const settled = await Promise.allSettled(sent)
  const failed = settled.filter((one) => one.status === 'rejected')
  const [first] = failed
  if (first) throw (failed.find(({ reason }) => !isConsequence(reason)) ?? first).reason
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as Settled<T>
}
